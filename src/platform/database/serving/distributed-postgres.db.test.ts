import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { createEmptyDatabase, dropDatabase, urlOf } from '../../../../fixtures/database/postgres-engine.ts';
import { queryPostgres } from '../../../../fixtures/database/run-query.ts';
import { openPostgres } from '../engines/postgres.ts';
import { PERSON_COLUMNS, SHARED_TABLES } from './rows-written.ts';

const socketFolder = inject('postgres') ?? '';

/**
 * Tables whose unique keys would have to begin with the person in a distributed database. Ids are random, so that would
 * cause no new collisions. Foreign keys that refer to these keys would include the person too.
 */
const PERSON_TO_BE_ADDED = `buckets chat_said deck_imports dismissed_terminals draft_versions drafts events explore_citations
  explore_titles explore_turns exposures fsrs_weights highlights imported_histories model_usage partial_replies passages point_cards
  point_images proposed_points push_devices rabbithole_events recall_points recall_session_sets recall_sessions recall_sets review_disputes review_log sessions
  snapshots source_files source_links source_readings sources terminal_processes terminals undoable_actions waiting_texts`;
/** A table of an older version: a server of that version reads here that it must not start. */
const WITHOUT_PERSON = ['serving'];

const KEYS = `select t.relname as name,
    (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = t.oid and a.attnum > 0) as columns,
    (select json_agg((select array_agg(a.attname::text) from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)))
       from pg_index i where i.indrelid = t.oid and i.indisunique) as keys
  from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace order by t.relname`;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly keys: readonly (readonly string[])[] | null;
}

describe.skipIf(socketFolder === '')('the tables on paper for a distributed PostgreSQL', () => {
  test('each table has the person in every unique key, is shared by all, or is listed', async () => {
    const name = await createEmptyDatabase(socketFolder);
    onTestFinished(() => dropDatabase(socketFolder, name));
    const url = urlOf(socketFolder, name);
    await (await openPostgres(url)).close();
    const tables = (await queryPostgres(url, { text: KEYS })) as unknown as Table[];
    const withoutPerson: string[] = [];
    const ofOtherKeys: string[] = [];
    for (const { name: table, columns, keys } of tables) {
      if (SHARED_TABLES.has(table) || table.startsWith('kysely_')) continue;
      const person = PERSON_COLUMNS.find((column) => columns.includes(column));
      if (person === undefined) withoutPerson.push(table);
      else if (!(keys ?? []).every((key) => key.includes(person))) ofOtherKeys.push(table);
    }
    expect({ withoutPerson, ofOtherKeys }).toEqual({
      withoutPerson: WITHOUT_PERSON,
      ofOtherKeys: PERSON_TO_BE_ADDED.split(/\s+/u),
    });
    // Every table that the write guard treats as shared exists. Queries that write to other tables name their people.
    expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining([...SHARED_TABLES]));
  });
});
