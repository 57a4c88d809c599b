import { setImmediate } from 'node:timers/promises';

import type { Kysely, Transaction } from 'kysely';

import { type Database, tablesOf } from '#database/server/database.ts';
import { ALL_DUTIES, type Duties } from '#database/server/duties.ts';
import type { WordSearch } from '#library/search/server/passage-search.ts';

import { lookUp } from './look-up.ts';
import { postgresPostings } from './postgres-postings.ts';
import type { Postings } from './postings.ts';
import { searchWords } from './search-words.ts';
import { sqlitePostings } from './sqlite-postings.ts';
import type { WordTables } from './tables.ts';
import { writePart, writeWords } from './write-words.ts';

/** Raise it when `termsIn` or the units change: an index of another version is rebuilt. */
const VERSION = 3;
/** Number of sources per transaction while the index catches up. */
const BATCH = 20;

/** Search by words with the engine of the database. */
export function createWordSearch(
  store: Database<object>,
  logError: (message: string, cause: unknown) => void,
  duties: Duties = ALL_DUTIES,
): WordSearch {
  const database = tablesOf<WordTables>(store);
  const postings = postingsOf(database.engine);
  let isClosing = false;
  let catchingUp = Promise.resolve();

  async function catchUp(): Promise<void> {
    for (;;) {
      const waiting = await unindexed(database.read);
      if (waiting.length === 0 || isClosing) return;
      for (const { id, person_id: person } of waiting) {
        await database.write(async (trx) => {
          await duties.keep(trx);
          await writeWords(trx, postings, { person, sources: [id] });
        });
        // Lets other work go first.
        await setImmediate();
      }
    }
  }
  /** All people share the index, so one server updates it. */
  async function begin(): Promise<void> {
    await database.write(async (trx) => {
      await duties.keep(trx);
      await forgetOtherVersions(trx, () => postings.clear(trx));
    });
    catchingUp = catchingUp.then(catchUp).catch(failed);
  }
  function failed(error: unknown): void {
    // Otherwise the server that has taken over the duties does it.
    if (duties.areHere && !isClosing) logError('The index of words could not catch up', error);
  }
  duties.onTaken(() => void begin().catch(failed));
  return {
    search: (terms, scope) => searchWords({ db: database.read, postings }, terms, scope),
    lookUp: (person, terms) => lookUp({ db: database.read, postings }, person, terms),
    onTextWritten: (trx, written) => writeWords(trx as unknown as Transaction<WordTables>, postings, written),
    indexPart: (trx, part) => writePart(trx as unknown as Transaction<WordTables>, postings, part),
    async recover() {
      if (!duties.areHere) return;
      await begin().catch((error: unknown) => {
        if (duties.areHere) throw error;
      });
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

/** The newest sources that have passages and no unit, except those whose passages are still to be written. */
function unindexed(db: Kysely<WordTables>): Promise<{ id: string; person_id: string }[]> {
  return db
    .selectFrom('sources')
    .select(['id', 'person_id'])
    .where((build) =>
      build.and([
        build('sources.id', 'not in', build.selectFrom('waiting_texts').select('source_id')),
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
