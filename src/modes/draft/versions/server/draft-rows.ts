import type { Kysely, Selectable } from 'kysely';

import type { PlatformId } from '#account/protocol.ts';
import { modelName } from '#language-model/domain/known-models.ts';
import { AppError } from '#wire/error-kind.ts';

import type { DraftCitation, DraftStatus, DraftSummary, VersionHead } from '../../protocol.ts';
import type { DraftTables } from './tables.ts';

export type DraftRow = Selectable<DraftTables['drafts']>;
export type VersionRow = Selectable<DraftTables['draft_versions']>;

export const noSuchDraft = () => new AppError('not-found', 'There is no such draft.');

export interface OfPerson {
  readonly person: string;
  readonly draft: string;
}

export async function requireDraft(db: Kysely<DraftTables>, { person, draft }: OfPerson): Promise<DraftRow> {
  const row = await db
    .selectFrom('drafts')
    .selectAll()
    .where('person_id', '=', person)
    .where('id', '=', draft)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw noSuchDraft();
  return row;
}

export async function findVersion(
  db: Kysely<DraftTables>,
  { person, draft, number }: OfPerson & { readonly number: number },
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('draft_versions')
    .selectAll()
    .where('person_id', '=', person)
    .where('draft_id', '=', draft)
    .where('number', '=', number)
    .executeTakeFirst();
}

export async function requireVersion(
  db: Kysely<DraftTables>,
  version: OfPerson & { readonly number: number },
): Promise<VersionRow> {
  const row = await findVersion(db, version);
  if (!row) throw new AppError('not-found', 'There is no such version.');
  return row;
}

export async function nextNumber(db: Kysely<DraftTables>, draft: string): Promise<number> {
  const row = await db
    .selectFrom('draft_versions')
    .select((eb) => eb.fn.max('number').as('latest'))
    .where('draft_id', '=', draft)
    .executeTakeFirst();
  return Number(row?.latest ?? 0) + 1;
}

export const citationsOf = ({ citations }: Pick<VersionRow, 'citations'>) => JSON.parse(citations) as DraftCitation[];

export function toHead(row: Omit<VersionRow, 'text' | 'citations'>): VersionHead {
  return {
    number: row.number,
    name: row.name,
    author: row.author as VersionHead['author'],
    title: row.title,
    platform: row.platform as PlatformId,
    voice: row.voice,
    model: row.model === null ? null : modelName(null, row.model),
    messageId: row.message_id,
    basedOn: row.based_on,
    isAside: row.is_aside === 1,
    isPartial: row.is_partial === 1,
    createdAt: Number(row.created_at),
    revision: row.revision,
  };
}

/** Columns of a version without its text. */
export const HEAD_COLUMNS = [
  'draft_id',
  'number',
  'person_id',
  'name',
  'author',
  'title',
  'platform',
  'voice',
  'model',
  'based_on',
  'is_aside',
  'is_partial',
  'message_id',
  'editing',
  'revision',
  'created_at',
] as const;

export function toSummary(row: DraftRow & { readonly session_title: string }): DraftSummary {
  return {
    id: row.id,
    session: row.session_id,
    sessionTitle: row.session_title,
    title: row.title,
    platform: row.platform as PlatformId,
    status: row.status as DraftStatus,
    version: row.version,
    characters: row.characters,
    updatedAt: Number(row.updated_at),
  };
}
