import { globSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { createPerson } from '#account/server/people.ts';
import { beginRemoval, isBeingRemoved } from '#account/server/remove-person.ts';
import { renewToken } from '#account/server/renew-token.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { peopleOf, removalOf } from '#composition/server/people.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { openBesideServer } from '#platform/database/open-store.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { mountSmallDisk } from '../../../fixtures/database/small-disk.ts';
import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { removePerson } from './remove-person.ts';

type Removal = Parameters<typeof removePerson>[1];

type Row = Record<string, unknown>;

/** Has one row in every table, from the latest version that has such rows. */
const FOLDER = path.join(import.meta.dirname, '../../../fixtures/databases');
const latest = globSync('0*.ts', { cwd: FOLDER }).toSorted().at(-1) ?? '';
const { rows } = (await import(path.join(FOLDER, latest))) as { rows: Record<string, Row> };
const PERSON = String(rows['people']?.['id']);
const NAME = String(rows['people']?.['name']);
const SESSION = String(rows['sessions']?.['id']);

onDatabase('removing a person', (open) => {
  let store: Database<object>;
  let home: string;
  beforeEach(async () => {
    store = await open();
    home = temporaryFolder();
    await createPerson({ ...peopleOf(store), onCreated: [], now: () => 1 }, { name: 'Owner' });
    await store.write(async (trx) => {
      const db = trx as unknown as Kysely<Record<string, Row>>;
      for (const [table, row] of Object.entries(rows))
        if (table !== 'waiting_texts') await db.insertInto(table).values(row).execute();
      // The row of the fixture belongs to everyone.
      await db
        .insertInto('fsrs_weights')
        .values({ ...rows['fsrs_weights'], id: 'weights-own', person_id: PERSON })
        .execute();
    });
    // The index of words is derived, and stored in separate tables.
    const words = createWordSearch(store, () => undefined);
    await words.recover();
    await words.caughtUp();
    await words.close();
    // A waiting source is left out of the index, so it starts to wait after the index is complete.
    await store.write((trx) =>
      (trx as unknown as Kysely<Record<string, Row>>)
        .insertInto('waiting_texts')
        .values(rows['waiting_texts'] ?? {})
        .execute(),
    );
  });

  test('no table has a row of the removed person, and no file remains', async () => {
    const before = await contents(store);
    expect(before.get('word_forms')?.found).not.toEqual([]);
    for (const [table, { columns, found }] of before)
      if (columns.includes('person_id'))
        expect(
          found.some((row) => row['person_id'] === PERSON),
          `${table} has a row to be removed`,
        ).toBe(true);
    for (const file of [
      `recordings/${SESSION}.cast`,
      `chat-files/${SESSION}/notes.txt`,
      `hook-settings/${SESSION}.json`,
      `changes/${SESSION}/git/HEAD`,
    ])
      await put(path.join(home, file));
    await put(path.join(home, 'recordings/of-another.cast'));
    const secret = store.engine === 'sqlite' ? await wordsOf(store) : [];

    await remove(async () => {});

    const ids = ownIds(before);
    for (const [table, { columns, found }] of await contents(store)) {
      // The index of words has a number for each person, and only this person has words.
      if (columns.includes('person')) expect({ table, found }).toEqual({ table, found: [] });
      for (const row of found)
        for (const value of Object.values(row))
          expect(typeof value === 'string' && ids.has(value), `${table} still holds ${JSON.stringify(row)}`).toBe(
            false,
          );
    }
    expect(await readdir(home, { recursive: true })).toEqual(
      expect.not.arrayContaining([expect.stringContaining(SESSION)]) as string[],
    );
    expect(await readdir(path.join(home, 'recordings'))).toEqual(['of-another.cast']);
    expect(await tablesOf<AccountTables>(store).read.selectFrom('people').select('name').execute()).toEqual([
      { name: 'Owner' },
    ]);
    if (store.engine === 'sqlite') {
      expect(secret).not.toEqual([]);
      expect(await wordsOf(store)).toEqual([]);
    }
  });

  test('an export that fails deletes nothing and restores access', async () => {
    await put(path.join(home, `recordings/${SESSION}.cast`));
    const before = await contents(store);
    await expect(remove(() => Promise.reject(new Error('The disk is full.')))).rejects.toMatchObject({
      message: `${NAME} could not be exported, so nothing is deleted: The disk is full.`,
    });
    expect(await contents(store)).toEqual(before);
    expect(await readdir(path.join(home, 'recordings'))).toEqual([`${SESSION}.cast`]);
  });

  test('the export runs after access has ended and before anything is deleted', async () => {
    const seen: unknown[] = [];
    await remove(async (person) => {
      const { read } = tablesOf<AccountTables>(store);
      seen.push(await read.selectFrom('people').select('removing_at').where('id', '=', person).executeTakeFirst());
    });
    expect(seen).toEqual([{ removing_at: expect.any(Number) as number }]);
  });

  test('the first person cannot be removed', async () => {
    const { read } = tablesOf<AccountTables>(store);
    const owner = await read
      .selectFrom('people')
      .select(['id', 'name'])
      .where('name', '=', 'Owner')
      .executeTakeFirstOrThrow();
    await expect(remove(async () => {}, { person: owner })).rejects.toMatchObject({
      detail: { reason: 'first-person' },
    });
  });

  function remove(exportPerson: Removal['exportPerson'], changes: Partial<Removal> = {}) {
    return removePerson(removalOf(store, { home }), {
      person: { id: PERSON, name: NAME },
      directory: path.join(home, 'export'),
      exportPerson,
      confirm: async () => {},
      ...changes,
    });
  }
});

test('an export that fills the disk of the data leaves the person without access and reports that', async (context) => {
  const disk = mountSmallDisk(16);
  if (!disk) return context.skip('only root may mount a small disk');
  const store = await openBesideServer({ home: disk.folder, databaseUrl: undefined });
  onTestFinished(() => store.close());
  const people = { ...peopleOf(store), onCreated: [] };
  await createPerson({ ...people, now: () => 1 }, { name: 'Owner' });
  const grace = await createPerson(people, { name: 'Grace' });
  const deps = removalOf(store, { home: disk.folder });
  const removing = removePerson(deps, {
    person: grace,
    directory: path.join(disk.folder, 'export'),
    exportPerson() {
      disk.fill();
      return Promise.reject(new Error('The disk is full.'));
    },
    confirm: async () => {},
  });
  await expect(removing).rejects.toThrow(
    /^Grace could not be exported, so nothing is deleted: The disk is full\.\nGrace has no access now/,
  );
  expect(await isBeingRemoved(deps, grace.id)).toBe(true);
  await expect(beginRemoval(deps, grace.id)).rejects.toMatchObject({ kind: 'disk-full' });
  disk.clear();
  await renewToken({ ...people, home: disk.folder, environmentToken: undefined }, { person: grace.id });
  expect(await isBeingRemoved(deps, grace.id)).toBe(false);

  // Without space for the first mark, access is never revoked.
  disk.fill();
  const refused = removePerson(deps, {
    person: grace,
    directory: path.join(disk.folder, 'export'),
    exportPerson: async () => {},
    confirm: async () => {},
  });
  await expect(refused).rejects.toThrow(/^Grace could not be exported, so nothing is deleted: The disk is full[^\n]*$/);
  disk.clear();
});

interface Table {
  readonly columns: readonly string[];
  readonly found: readonly Row[];
}

/** Every table of the live schema with its rows, except the tables of FTS5. */
async function contents(store: Database<object>): Promise<Map<string, Table>> {
  const db = store.read as unknown as Kysely<Record<string, Row>>;
  const all = new Map<string, Table>();
  for (const { name, columns } of await db.introspection.getTables()) {
    if (name.startsWith('passage_words_')) continue;
    const { rows: found } = await sql<Row>`select * from ${sql.id(name)}`.execute(db);
    all.set(name, { columns: columns.map((column) => column.name), found });
  }
  return all;
}

/** The ids of the person and of all their rows. Rows of theirs can refer to shared rows. */
function ownIds(all: Map<string, Table>): Set<string> {
  const rowsOf = (isOwn: boolean) =>
    [...all.values()].flatMap(({ found }) => found.filter((row) => (row['person_id'] === PERSON) === isOwn));
  const common = new Set(rowsOf(false).map((row) => row['id']));
  const ids = rowsOf(true)
    .flatMap((row) => Object.entries(row).flatMap(([name, value]) => (/(?:^|_)id$/u.test(name) ? value : [])))
    .filter((value) => typeof value === 'string' && !common.has(value));
  return new Set([PERSON, ...(ids as string[])]);
}

/** The names of the tables and triggers that SQLite has for the index of words. */
async function wordsOf(store: Database<object>): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`select name from sqlite_schema
    where name like 'passage\\_words\\_%' escape '\\' or name like 'word\\_units\\_%' escape '\\' and type = 'trigger'`.execute(
    store.read,
  );
  return found.map(({ name }) => name);
}

async function put(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'theirs');
}
