import { randomUUID } from 'node:crypto';

import type { Kysely, Transaction } from 'kysely';

import type { OwnedSource } from './source-text.ts';
import type { LibraryTables } from './tables.ts';

/**
 * In characters. The facts of a longer text are computed by a worker thread, and its passages and words are written in
 * the background, so that nothing waits for them.
 */
export const MAX_LENGTH_AT_ONCE = 50_000;
/** A text with more passages is also written in the background, however short it is. */
export const MAX_PASSAGES_AT_ONCE = 150;

/**
 * Marks a text whose passages and words are still to be written. Work on an earlier text of the source stops. Returns
 * the id of the text.
 */
export async function letTextWait(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
  since: number,
): Promise<string> {
  const text = { text_id: randomUUID(), waiting_since: since };
  await trx
    .insertInto('waiting_texts')
    .values({ source_id: sourceId, person_id: person, ...text })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(text))
    .execute();
  return text.text_id;
}

/** Clears the mark after the passages and words of a source were written. */
export async function endWaiting(trx: Transaction<LibraryTables>, { person, sourceId }: OwnedSource): Promise<void> {
  await trx.deleteFrom('waiting_texts').where('source_id', '=', sourceId).where('person_id', '=', person).execute();
}

/** The waiting ones among the sources, each with the id of its text. */
export async function waitingAmong(
  db: Kysely<LibraryTables>,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('waiting_texts')
    .select(['source_id', 'text_id'])
    .where('source_id', 'in', [...sourceIds])
    .execute();
  return new Map(rows.map((row) => [row.source_id, row.text_id]));
}
