import type { Selectable } from 'kysely';

import type { LibraryProblem, SourceSummary } from '../protocol.ts';
import type { ProgressOf } from './dependencies.ts';
import type { LibraryTables } from './tables.ts';

/** The columns of `sources` that a list shows: all except the text. */
export const SUMMARY_COLUMNS = [
  'sources.id',
  'sources.kind',
  'sources.origin',
  'sources.title',
  'sources.url',
  'sources.bucket_id',
  'sources.tags',
  'sources.author',
  'sources.site',
  'sources.language',
  'sources.created_at',
  'sources.created_on',
  'sources.added_at',
  'sources.changed_at',
  'sources.archived_at',
  'sources.words',
  'sources.preview',
  'sources.state',
  'sources.problem',
  'sources.left_out',
  'sources.is_sample',
  'sources.kept_by',
  'sources.version',
] as const;

type WithoutTable<Column> = Column extends `sources.${infer Name}` ? Name : never;
export type SummaryRow = Pick<
  Selectable<LibraryTables['sources']>,
  WithoutTable<(typeof SUMMARY_COLUMNS)[number]> & keyof LibraryTables['sources']
>;

export function toSummary(row: SummaryRow, progressOf: ProgressOf): SourceSummary {
  return {
    id: row.id,
    kind: row.kind,
    origin: row.origin,
    title: shownTitle(row),
    url: row.url,
    bucketId: row.bucket_id,
    tags: tagsOf(row),
    author: row.author,
    site: row.site,
    language: row.language,
    createdAt: row.created_at,
    createdOn: row.created_on,
    addedAt: row.added_at,
    changedAt: row.changed_at,
    archivedAt: row.archived_at,
    words: row.words,
    preview: row.preview,
    state: row.state,
    progress: progressOf(row.id, row.state),
    problem: row.problem === null ? null : ((readJson(row.problem) ?? null) as LibraryProblem | null),
    leftOut: listIn(row.left_out),
    isSample: row.is_sample === 1,
    keptBy: row.kept_by,
    version: row.version,
  };
}

export function tagsOf({ tags }: Pick<SummaryRow, 'tags'>): string[] {
  return listIn(tags);
}

/** Parses a stored list. A damaged one counts as empty; `unreadableSources` finds it. */
export function listIn(json: string): string[] {
  return isListIn(json) ? (readJson(json) as string[]) : [];
}

export function isListIn(json: string): boolean {
  const read = readJson(json);
  return Array.isArray(read) && read.every((each) => typeof each === 'string');
}

/** Undefined if the text is not JSON. */
export function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The title for display. A source that has not been read yet has its address as the title. */
export function shownTitle({ title, url }: Pick<SummaryRow, 'title' | 'url'>): string {
  return title || (url ?? '').replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '') || 'Untitled';
}
