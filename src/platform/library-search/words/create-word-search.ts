import { setImmediate } from 'node:timers/promises';

import type { Kysely, Transaction } from 'kysely';

import { type Database, tablesOf } from '#database/server/database.ts';
import type { WordSearch } from '#library/search/server/passage-search.ts';
import { readWordUnits, type WordUnit } from '#library/search/server/word-units.ts';
import type { WrittenText } from '#library/storage/server/dependencies.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

import { postgresPostings } from './postgres-postings.ts';
import type { Form, Postings } from './postings.ts';
import { searchWords } from './search-words.ts';
import { sqlitePostings } from './sqlite-postings.ts';
import type { WordTables } from './tables.ts';

/** A statement has at most this many rows. */
const MAX_UNITS_AT_ONCE = 50;
const MAX_ROWS_REMOVED = 500;

/** Raise it when `termsIn` or the units change: the index of another version is made anew. */
const VERSION = 1;
/** Sources of one transaction while the index catches up. */
const BATCH = 20;

/** Search by words on the engine of the database. */
export function createWordSearch(
  store: Database<object>,
  logError: (message: string, cause: unknown) => void,
): WordSearch {
  const database = tablesOf<WordTables>(store);
  const postings = postingsOf(database.engine);
  let isClosing = false;
  let catchingUp = Promise.resolve();

  async function catchUp(): Promise<void> {
    for (;;) {
      const waiting = await unindexed(database.read);
      if (waiting.length === 0 || isClosing) return;
      for (const [person, sources] of Map.groupBy(waiting, (each) => each.person_id))
        await database.write((trx) => writeWords(trx, postings, { person, sources: sources.map(({ id }) => id) }));
      // Other work goes first.
      await setImmediate();
    }
  }
  return {
    search: (terms, scope) => searchWords({ db: database.read, postings }, terms, scope),
    onTextWritten: (trx, written) => writeWords(trx as unknown as Transaction<WordTables>, postings, written),
    async recover() {
      await database.write((trx) => forgetOtherVersions(trx, () => postings.clear(trx)));
      catchingUp = catchUp().catch((error: unknown) => logError('The index of words could not catch up', error));
    },
    caughtUp: () => catchingUp,
    async close() {
      isClosing = true;
      await catchingUp;
    },
  };
}

export function postingsOf(engine: 'sqlite' | 'postgres'): Postings {
  return engine === 'sqlite' ? sqlitePostings : postgresPostings;
}

async function forgetOtherVersions(trx: Transaction<WordTables>, clear: () => Promise<void>): Promise<void> {
  const indexed = await trx.selectFrom('word_index').select('version').executeTakeFirst();
  if (indexed?.version === VERSION) return;
  await clear();
  await trx.deleteFrom('word_units').execute();
  await trx.deleteFrom('word_forms').execute();
  await trx.deleteFrom('word_index').execute();
  await trx.insertInto('word_index').values({ version: VERSION }).execute();
}

/** The newest sources that have passages and no unit. */
function unindexed(db: Kysely<WordTables>): Promise<{ id: string; person_id: string }[]> {
  return db
    .selectFrom('sources')
    .select(['id', 'person_id'])
    .where((build) =>
      build.and([
        build.exists(build.selectFrom('passages').select('row').whereRef('passages.source_id', '=', 'sources.id')),
        build.not(
          build.exists(
            build.selectFrom('word_units').select('row').whereRef('word_units.source_id', '=', 'sources.id'),
          ),
        ),
      ]),
    )
    .orderBy('added_at', 'desc')
    .limit(BATCH)
    .execute();
}

/** Indexes what is new or has changed of these sources, and removes what is no longer there. */
async function writeWords(
  trx: Transaction<WordTables>,
  postings: Postings,
  { person, sources }: WrittenText,
): Promise<void> {
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
  if (changed.length === 0) return;
  const number = await numberOf(trx, person);
  for (let at = 0; at < changed.length; at += MAX_UNITS_AT_ONCE)
    await add(trx, { postings, person: number }, changed.slice(at, at + MAX_UNITS_AT_ONCE));
}

async function remove(trx: Transaction<WordTables>, rows: readonly number[]): Promise<void> {
  for (let at = 0; at < rows.length; at += MAX_ROWS_REMOVED)
    await trx
      .deleteFrom('word_units')
      .where('row', 'in', rows.slice(at, at + MAX_ROWS_REMOVED))
      .execute();
}

async function add(
  trx: Transaction<WordTables>,
  { postings, person }: { readonly postings: Postings; readonly person: number },
  units: readonly WordUnit[],
): Promise<void> {
  const forms = new Map<string, Form>();
  const documents = units.map((unit) => {
    const found = unit.terms();
    for (const { form, term } of found) forms.set(`${form} ${term}`, [form, term]);
    return { ...unit, terms: found.map(({ term }) => term) };
  });
  await trx
    .insertInto('word_units')
    .values(
      documents.map(({ row, sourceId, digest, terms }) => ({
        row,
        person,
        source_id: sourceId,
        digest,
        length: terms.length,
      })),
    )
    .execute();
  await postings.add(trx, person, documents);
  await postings.addForms(trx, person, [...forms.values()]);
}

/** The short number of a person; the first text makes it. */
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
