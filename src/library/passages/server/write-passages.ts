import type { Kysely, Transaction } from 'kysely';

import { inParts } from '#kernel/in-parts.ts';

import { arePassagesOf } from '../../storage/server/source-filter.ts';
import type { OwnedSource } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { type Held, type PassageChanges, planPassages } from './plan-passages.ts';

interface SourceOfPassages extends OwnedSource {
  /** Language of the whole source, for passages whose own cannot be detected. */
  readonly language: string | null;
}

interface Writing {
  readonly content: string;
  readonly newId: () => string;
  /** If there are or were more passages, nothing is written. */
  readonly limit: number;
}

const ROWS_PER_STATEMENT = 500;

/**
 * Splits the content of a source and stores the changes: a passage with an unchanged text keeps its id, its row and so
 * its vectors. Call `onTextWritten` afterwards. Returns whether it was written.
 */
export async function writePassages(
  trx: Transaction<LibraryTables>,
  source: SourceOfPassages,
  { content, newId, limit }: Writing,
): Promise<boolean> {
  const held = await readHeld(trx, source, { after: null, limit: limit + 1 });
  if (held.length > limit) return false;
  const { total, ...changes } = planPassages(content, source.language, held);
  if (total > limit) return false;
  await changePassages(trx, source, { changes, newId });
  return true;
}

/** A page of the passages of a source, in their order, after the last one of the previous page. */
export async function readHeld(
  db: Kysely<LibraryTables>,
  { person, sourceId }: OwnedSource,
  { after, limit }: { readonly after: Held | null; readonly limit: number },
): Promise<Held[]> {
  return db
    .selectFrom('passages')
    .select(['row', 'number', 'start_offset as start', 'end_offset as end', 'hash'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .$if(after !== null, (query) =>
      query
        .where('number', '>=', after?.number ?? 0)
        .where((eb) => eb.or([eb('number', '>', after?.number ?? 0), eb('row', '>', after?.row ?? 0)])),
    )
    .orderBy('number')
    .orderBy('row')
    .limit(limit)
    .execute();
}

/** Stores all or some of the changes. */
export async function changePassages(
  trx: Transaction<LibraryTables>,
  source: OwnedSource,
  { changes, newId }: { readonly changes: PassageChanges; readonly newId: () => string },
): Promise<void> {
  await remove(trx, source, changes.gone);
  await move(trx, source, changes.moves);
  await insert(trx, source, { fresh: changes.fresh, newId });
}

async function remove(
  trx: Transaction<LibraryTables>,
  { person }: OwnedSource,
  gone: readonly number[],
): Promise<void> {
  for (const rows of inParts(gone, ROWS_PER_STATEMENT))
    await trx.deleteFrom('passages').where(arePassagesOf(person)).where('row', 'in', rows).execute();
}

/** After an edit, most later passages move by the same distance. */
async function move(
  trx: Transaction<LibraryTables>,
  { person }: OwnedSource,
  moves: PassageChanges['moves'],
): Promise<void> {
  for (const { rows: moved, numbers, offsets } of moves)
    for (const rows of inParts(moved, ROWS_PER_STATEMENT))
      await trx
        .updateTable('passages')
        .set((eb) => ({
          number: eb('number', '+', numbers),
          start_offset: eb('start_offset', '+', offsets),
          end_offset: eb('end_offset', '+', offsets),
        }))
        .where(arePassagesOf(person))
        .where('row', 'in', rows)
        .execute();
}

async function insert(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
  { fresh, newId }: { readonly fresh: PassageChanges['fresh']; readonly newId: () => string },
): Promise<void> {
  const rows = fresh.map(({ number, start, end, text, hash, language }) => ({
    id: newId(),
    person_id: person,
    source_id: sourceId,
    number,
    start_offset: start,
    end_offset: end,
    text,
    hash,
    language,
  }));
  for (const part of inParts(rows, ROWS_PER_STATEMENT)) await trx.insertInto('passages').values(part).execute();
}
