import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createPerson } from '#account/server/people.ts';
import { tablesOf } from '#database/server/database.ts';
import { peopleOf, personData } from '#main.ts';
import { exportPerson } from '#person-data/server/export-person.ts';
import type { AnyTables } from '#person-data/server/person-data.ts';

import { eachEngine } from '../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';

const exported = personData.flatMap(({ tables = {} }) => Object.keys(tables));
const leftOut = personData.flatMap(({ leftOut: names = {} }) => Object.keys(names));

eachEngine('what slices export of a person', (open) => {
  test('every table with a column of people is exported, or left out for a reason', async () => {
    const store = await open();
    const tables = await store.read.introspection.getTables();
    const ofPeople = tables.filter(({ columns }) =>
      columns.some(({ name }) => name === 'person_id' || name === 'person' || name === 'token_hash'),
    );
    expect(ofPeople.length).toBeGreaterThan(40);
    const listed = new Set([...exported, ...leftOut]);
    expect(ofPeople.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
  });

  test('a table is exported by one slice, its key and left out columns exist, and no secret is exported', async () => {
    const store = await open();
    const columnsOf = new Map(
      (await store.read.introspection.getTables()).map(({ name, columns }) => [name, columns.map((each) => each.name)]),
    );
    expect(new Set(exported).size).toBe(exported.length);
    for (const { tables = {} } of personData)
      for (const [name, { key, leftOut: without = {}, owner = 'person_id' }] of Object.entries(tables)) {
        expect(columnsOf.get(name), name).toEqual(expect.arrayContaining([...key, ...Object.keys(without), owner]));
        const written = (columnsOf.get(name) ?? []).filter((column) => !(column in without));
        expect(
          written.filter((column) => /token(?!s)|secret|sealed|password|hash$/.test(column) && !PLAIN.has(column)),
        ).toEqual([]);
      }
  });

  test('rows are exported in parts and in order, and only those of the person', async () => {
    const store = await open();
    const people = peopleOf(store);
    const one = await createPerson(people, { name: 'Ada' });
    const other = await createPerson(people, { name: 'Ben' });
    const db = tablesOf<AnyTables>(store);
    const rows = Array.from({ length: 1_234 }, (_, index) => ({
      id: `${String(index % 2)}-${String(index).padStart(5, '0')}`,
      person_id: index % 3 === 0 ? other.id : one.id,
      at: index,
      kind: 'k',
      label: `Row ${String(index)}`,
      reversal: '{}',
      undone_at: null,
    }));
    for (const part of [rows.slice(0, 600), rows.slice(600)])
      await db.write((trx) => trx.insertInto('undoable_actions').values(part).execute());
    const home = temporaryFolder();
    const directory = mkdtempSync(path.join(home, 'export-'));
    const manifest = await exportPerson(store, { person: one.id, directory, home, slices: personData, now: 5 });
    const lines = readFileSync(path.join(directory, 'data/undoable_actions.jsonl'), 'utf8').trimEnd().split('\n');
    const expected = rows.filter((row) => row.person_id === one.id).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(expected);
    expect(manifest).toMatchObject({
      person: { id: one.id, name: 'Ada' },
      tables: { undoable_actions: expected.length },
    });
    expect(readdirSync(directory).toSorted()).toEqual([
      'README.md',
      'account',
      'data',
      'library',
      'manifest.json',
      'recall',
    ]);
  });

  test('a folder that holds something and an unknown person are refused', async () => {
    const store = await open();
    const home = temporaryFolder();
    const request = { person: 'nobody', directory: path.join(home, 'new'), home, slices: personData, now: 5 };
    await expect(exportPerson(store, request)).rejects.toThrow('There is no such person.');
    writeFileSync(path.join(home, 'new', 'mine'), '');
    await expect(exportPerson(store, request)).rejects.toThrow('is not empty. Name a new or an empty folder.');
    expect(readdirSync(path.join(home, 'new'))).toEqual(['mine']);
  });
});

/** Digests of texts, by which the same text is recognised. */
const PLAIN = new Set(['hash', 'content_hash', 'import_hash']);
