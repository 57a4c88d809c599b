import { estimateTokens } from '#language-model/domain/estimate-tokens.ts';
import { type LeftOut, leftOutWords } from '#library/storage/domain/left-out.ts';
import { isOwn } from '#library/storage/domain/own.ts';
import type { SourceKind } from '#library/storage/protocol.ts';

import type { RetrievedSource } from '../../protocol.ts';
import type { ContextDependencies } from './dependencies.ts';
import { readSources, type SourceRow, titleOf } from './read-sources.ts';

/** An entry of a context, with the text that the model sees: empty if the source was left out. */
export interface SourceInContext {
  readonly entry: RetrievedSource;
  readonly text: string;
  /** The author that the source names. */
  readonly author?: string | null;
}

interface Taken {
  readonly method: RetrievedSource['retrievalMethod'];
  readonly matchedBy: RetrievedSource['matchedBy'];
  readonly similarity?: number;
  readonly whole?: boolean;
  readonly since?: string | undefined;
  readonly ranges?: { start: number; end: number }[];
  readonly reason?: string;
}

/** Separates the parts of a source that is not shown whole. */
const GAP = '\n\n[…]\n\n';

const PREVIEW_LENGTH = 200;

export function entryOf(row: SourceRow, taken: Taken): SourceInContext {
  const { method, matchedBy, similarity, whole = false, ranges } = taken;
  const included = whole || ranges !== undefined;
  const unread = included ? leftOutWords(JSON.parse(row.left_out) as LeftOut) : '';
  const reason = [taken.reason ?? '', unread].filter(Boolean).join(' ');
  const text = included ? textOf(row.content, ranges) : '';
  return {
    entry: {
      id: row.id,
      title: titleOf(row),
      preview: row.preview.slice(0, PREVIEW_LENGTH),
      sourceType: kindOf(row),
      sourceUrl: row.url,
      bucketId: row.bucket_id,
      bucketName: row.bucket_name,
      createdAt: row.created_at,
      retrievalMethod: method,
      ...(similarity !== undefined && { similarity }),
      matchedBy,
      tokens: estimateTokens(included ? text : row.content),
      included,
      ...(reason !== '' && { reason }),
      version: row.version,
      ...(ranges && { ranges }),
      place: whole ? 'documents' : 'tail',
      ...(taken.since !== undefined && { since: taken.since }),
    },
    text,
    author: row.author,
  };
}

/** A text by an agent is never the person's note, whatever kind it has. */
function kindOf({ kind, origin }: SourceRow): SourceKind {
  return origin === 'agent' && isOwn({ kind, origin: 'person' }) ? 'article_clip' : kind;
}

function textOf(content: string, ranges: readonly { readonly start: number; readonly end: number }[] | undefined) {
  return ranges ? ranges.map(({ start, end }) => content.slice(start, end)).join(GAP) : content;
}

/**
 * The current texts of a stored context, in its order. Omits sources that were deleted since. Of a source that changed
 * since, reads the same ranges and returns the version that was read.
 */
export async function readContext(
  { database }: ContextDependencies,
  person: string,
  sources: readonly RetrievedSource[],
): Promise<readonly SourceInContext[]> {
  const included = sources.filter((entry) => entry.included);
  const rows = await readSources(
    database.read,
    person,
    included.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return included.flatMap((entry) => {
    const row = found.get(entry.id);
    return row
      ? [{ entry: { ...entry, version: row.version }, text: textOf(row.content, entry.ranges), author: row.author }]
      : [];
  });
}
