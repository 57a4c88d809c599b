import { setImmediate } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import type { OwnedSource } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { MAX_LENGTH_AT_ONCE } from '../../storage/server/waiting-texts.ts';
import { placeAgain } from '../domain/place-again.ts';

/** Moves the highlights of a source with its text. Call it in the transaction that changes the text. */
export async function placeHighlights(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const rows = await trx
    .selectFrom('highlights')
    .select(['id', 'start_offset', 'end_offset', 'quote'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .execute();
  if (rows.length === 0) return;
  const place = placeAgain(before, after);
  for (const { id, start_offset: start, end_offset: end, quote: words } of rows) {
    const range = start === null || end === null ? null : { start, end };
    const { range: next, quote } = place({ range, quote: words });
    if (next?.start !== range?.start || next?.end !== range?.end || quote !== words)
      await trx
        .updateTable('highlights')
        .set({ start_offset: next?.start ?? null, end_offset: next?.end ?? null, quote })
        .where('id', '=', id)
        .where('person_id', '=', person)
        .execute();
    if (after.length > MAX_LENGTH_AT_ONCE) await setImmediate();
  }
}
