import type { Transaction } from 'kysely';

import type { PlatformId } from '#account/protocol.ts';

import type { DraftCitation } from '../../protocol.ts';
import { measure } from '../../text/domain/platforms/measure.ts';
import { type DraftRow, nextNumber, type VersionRow } from './draft-rows.ts';
import type { DraftTables } from './tables.ts';

interface NewVersion extends Pick<VersionRow, 'author' | 'title' | 'voice' | 'model' | 'based_on' | 'text'> {
  readonly citations: readonly DraftCitation[];
  readonly is_aside?: boolean;
  readonly is_partial?: boolean;
  readonly message_id?: string;
  readonly editing?: string;
  readonly revision?: number;
}

/** Adds a version. Unless it is put aside, it becomes the version that counts. */
export async function addVersion(
  trx: Transaction<DraftTables>,
  draft: Pick<DraftRow, 'id' | 'person_id' | 'platform'>,
  { version, now }: { readonly version: NewVersion; readonly now: number },
): Promise<VersionRow> {
  const { citations, is_aside: isAside = false, is_partial: isPartial = false, ...given } = version;
  const row: VersionRow = {
    draft_id: draft.id,
    number: await nextNumber(trx, draft.id),
    person_id: draft.person_id,
    name: null,
    platform: draft.platform,
    message_id: null,
    editing: null,
    revision: 1,
    ...given,
    is_aside: isAside ? 1 : 0,
    is_partial: isPartial ? 1 : 0,
    citations: JSON.stringify(citations),
    created_at: now,
  };
  await trx.insertInto('draft_versions').values(row).execute();
  if (!isAside) await makeCurrent(trx, row, now);
  return row;
}

/** Makes the version the one that counts. */
export async function makeCurrent(
  trx: Transaction<DraftTables>,
  { draft_id, person_id, number, author, title, text, platform }: VersionRow,
  now: number,
): Promise<void> {
  const { characters } = measure(text, platform as PlatformId);
  await trx
    .updateTable('drafts')
    // A text that a model rewrote loses its mark as ready or published.
    .set({ version: number, title, characters, updated_at: now, ...(author === 'model' && { status: 'draft' }) })
    .where('id', '=', draft_id)
    .where('person_id', '=', person_id)
    .execute();
}
