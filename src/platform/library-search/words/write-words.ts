import type { Kysely, Transaction } from 'kysely';

import { inParts } from '#kernel/in-parts.ts';
import {
  digestOfPassage,
  MAX_WHOLE_LENGTH,
  readPassageUnits,
  readWordUnits,
  type WordUnit,
} from '#library/search/server/word-units.ts';
import type { WrittenText } from '#library/storage/server/dependencies.ts';
import type { OwnedSource } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { letTextWait, MAX_PASSAGES_AT_ONCE, waitingAmong } from '#library/storage/server/waiting-texts.ts';

import type { Form, Postings } from './postings.ts';
import type { WordTables } from './tables.ts';

/** Maximum number of rows per statement. */
const MAX_UNITS_AT_ONCE = 50;
const MAX_ROWS_REMOVED = 500;

/** Passages of a long text that one transaction indexes, and that it examines. */
const MAX_UNITS_OF_PART = 15;
const MAX_LOOKED_AT = 300;

/** Indexes new and changed units of these sources, and removes deleted ones. */
export async function writeWords(
  trx: Transaction<WordTables>,
  postings: Postings,
  { person, sources }: WrittenText,
): Promise<void> {
  const library = trx as unknown as Transaction<LibraryTables>;
  const waiting = await waitingAmong(library, sources);
  const others = sources.filter((id) => !waiting.has(id));
  const long = await longAmong(trx, others);
  for (const sourceId of long) await writeHeading(trx, postings, { person, sourceId });
  await writeAll(trx, postings, { person, sources: others.filter((id) => !long.has(id)) });
}

/** Sources with more passages than are indexed at once. */
async function longAmong(trx: Transaction<WordTables>, sources: readonly string[]): Promise<ReadonlySet<string>> {
  if (sources.length === 0) return new Set();
  const rows = await trx
    .selectFrom('passages')
    .select('source_id')
    .where('source_id', 'in', [...sources])
    .groupBy('source_id')
    .having(({ fn }) => fn.max('number'), '>', MAX_PASSAGES_AT_ONCE)
    .execute();
  return new Set(rows.map(({ source_id: id }) => id));
}

type OfSource = OwnedSource & { readonly after: number };

/**
 * Updates the first unit of a long source, which contains its title and tags. A source without units is left to the
 * background.
 */
async function writeHeading(trx: Transaction<WordTables>, postings: Postings, source: OwnedSource): Promise<void> {
  const indexed = await trx
    .selectFrom('word_units')
    .select('row')
    .where('source_id', '=', source.sourceId)
    .limit(1)
    .execute();
  if (indexed.length > 0) await writeSome(trx, postings, { ...source, after: 0, limit: 1 });
  else await letTextWait(trx as unknown as Transaction<LibraryTables>, source, Date.now());
}

/** Indexes some of the passages of a long text. Returns the number to continue from; null when all are indexed. */
export async function writePart(
  trx: Transaction<WordTables>,
  postings: Postings,
  part: OfSource,
): Promise<number | null> {
  if (part.after === 0 && (await isWhole(trx, part.sourceId))) {
    await writeAll(trx, postings, { person: part.person, sources: [part.sourceId] });
    return null;
  }
  return writeSome(trx, postings, { ...part, limit: MAX_UNITS_OF_PART });
}

/** Reports whether a source has few enough words, however many passages, to be one unit. */
async function isWhole(trx: Transaction<WordTables>, sourceId: string): Promise<boolean> {
  const { length } = await trx
    .selectFrom('passages')
    .select((eb) => eb.fn.sum(eb('end_offset', '-', eb.ref('start_offset'))).as('length'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return Number(length ?? 0) <= MAX_WHOLE_LENGTH;
}

/** Indexes at most `limit` new or changed passages of a long source. */
async function writeSome(
  trx: Transaction<WordTables>,
  postings: Postings,
  { person, sourceId, after, limit }: OfSource & { readonly limit: number },
): Promise<number | null> {
  const looked = await trx
    .selectFrom('passages')
    .leftJoin('word_units', 'word_units.row', 'passages.row')
    .select(['passages.row', 'number', 'hash', 'digest'])
    .where('passages.source_id', '=', sourceId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(MAX_LOOKED_AT)
    .execute();
  const changed = looked
    .filter(({ number, hash, digest }) => number === 1 || digest !== digestOfPassage(hash))
    .slice(0, limit);
  const digests = new Map(changed.map(({ row, digest }) => [Number(row), digest]));
  const units = await readPassageUnits(trx as unknown as Kysely<LibraryTables>, sourceId, [...digests.keys(), -1]);
  await replace(trx, postings, {
    person,
    units: units.filter(({ row, digest }) => digests.get(row) !== digest),
    indexed: digests,
  });
  const last = changed.length === limit ? changed.at(-1) : looked.at(-1);
  return looked.length < MAX_LOOKED_AT && last === looked.at(-1) ? null : (last?.number ?? null);
}

/** Adds units, replacing those with the same rows. */
async function replace(
  trx: Transaction<WordTables>,
  postings: Postings,
  {
    person,
    units,
    indexed,
  }: {
    readonly person: string;
    readonly units: readonly WordUnit[];
    readonly indexed: ReadonlyMap<number, string | null>;
  },
): Promise<void> {
  await remove(
    trx,
    units.flatMap(({ row }) => (typeof indexed.get(row) === 'string' ? [row] : [])),
  );
  await addAll(trx, { postings, person }, units);
}

async function writeAll(trx: Transaction<WordTables>, postings: Postings, { person, sources }: WrittenText) {
  if (sources.length === 0) return;
  const units = await readWordUnits(trx as unknown as Kysely<LibraryTables>, sources);
  const indexed = await trx
    .selectFrom('word_units')
    .select(['row', 'digest'])
    .where('source_id', 'in', [...sources])
    .execute();
  const digests = new Map(indexed.map(({ row, digest }) => [Number(row), digest]));
  const changed = units.filter(({ row, digest }) => digests.get(row) !== digest);
  const kept = new Set(units.filter((unit) => !changed.includes(unit)).map(({ row }) => row));
  await remove(
    trx,
    [...digests.keys()].filter((row) => !kept.has(row)),
  );
  await addAll(trx, { postings, person }, changed);
}

async function addAll(
  trx: Transaction<WordTables>,
  { postings, person }: { readonly postings: Postings; readonly person: string },
  units: readonly WordUnit[],
): Promise<void> {
  if (units.length === 0) return;
  const number = await numberOf(trx, person);
  for (const part of inParts(units, MAX_UNITS_AT_ONCE)) await add(trx, { postings, person: number }, part);
}

async function remove(trx: Transaction<WordTables>, rows: readonly number[]): Promise<void> {
  for (const part of inParts(rows, MAX_ROWS_REMOVED))
    await trx.deleteFrom('word_units').where('row', 'in', part).execute();
}

async function add(
  trx: Transaction<WordTables>,
  { postings, person }: { readonly postings: Postings; readonly person: number },
  units: readonly WordUnit[],
): Promise<void> {
  const forms = new Map<string, Form>();
  const documents = units.map((unit) => {
    const found = unit.terms();
    const words = found.flatMap(({ form, term, spelledOut }) => [{ form, term }, ...(spelledOut ? [spelledOut] : [])]);
    for (const { form, term } of words) forms.set(`${form} ${term}`, [form, term]);
    return { ...unit, terms: [...words.map(({ term }) => term), ...unit.names], length: found.length };
  });
  await trx
    .insertInto('word_units')
    .values(
      documents.map(({ row, sourceId, digest, length }) => ({
        row,
        person,
        source_id: sourceId,
        digest,
        length,
      })),
    )
    .execute();
  await postings.add(trx, person, documents);
  await postings.addForms(trx, person, [...forms.values()]);
}

/** The short number of a person; their first text creates it. */
async function numberOf(trx: Transaction<WordTables>, person: string): Promise<number> {
  const known = await trx.selectFrom('word_people').select('number').where('person_id', '=', person).executeTakeFirst();
  if (known) return Number(known.number);
  const made = await trx
    .insertInto('word_people')
    .values({ person_id: person })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ person_id: person }))
    .returning('number')
    .executeTakeFirstOrThrow();
  return Number(made.number);
}
