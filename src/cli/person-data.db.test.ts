import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, inject, onTestFinished, test } from 'vitest';

import { createPerson } from '#account/server/people.ts';
import { peopleOf, personData } from '#composition/server/people.ts';
import { tablesOf } from '#database/server/database.ts';
import { recordLimitsChange, recordProviderChange } from '#language-model/server/setting-actions.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { jsonLine } from '#person-data/domain/json-line.ts';
import { exportPerson } from '#person-data/server/export-person.ts';
import type { Manifest } from '#person-data/server/manifest.ts';
import type { AnyTables, PersonTable } from '#person-data/server/person-data.ts';
import { openStore } from '#platform/database/open-store.ts';
import type { UndoTables } from '#undo/server/tables.ts';
import { createUndoLog } from '#undo/server/undo-log.ts';

import { eachEngine } from '../../fixtures/database/each-engine.ts';
import { createEmptyDatabase, dropDatabase, urlOf } from '../../fixtures/database/postgres-engine.ts';
import { mountSmallDisk } from '../../fixtures/database/small-disk.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { importPerson } from './commands/import.ts';
import { findPerson } from './people/with-people.ts';

const exported = personData.flatMap(({ tables = {} }) => Object.keys(tables));
const leftOut = personData.flatMap(({ leftOut: names = {} }) => Object.keys(names));

eachEngine('what slices export of a person', (open) => {
  test('every table with a column of people is exported, or left out with a reason', async () => {
    const store = await open();
    const tables = await store.read.introspection.getTables();
    const ofPeople = tables.filter(({ columns }) =>
      columns.some(({ name }) => name === 'person_id' || name === 'person' || name === 'token_hash'),
    );
    expect(ofPeople.length).toBeGreaterThan(40);
    const listed = new Set([...exported, ...leftOut]);
    expect(ofPeople.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
  });

  test('a table is exported by one slice, its key and omitted columns exist, and no secret is exported', async () => {
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

  test('an import knows the valid values of each text column, or it is free text', async () => {
    const store = await open();
    const tables = new Map((await store.read.introspection.getTables()).map((table) => [table.name, table.columns]));
    const free = personData.flatMap(({ tables: ofSlice = {} }) =>
      Object.entries(ofSlice).flatMap(([name, table]) =>
        (tables.get(name) ?? [])
          .filter(({ name: column, dataType }) => /text|char/i.test(dataType) && !/(?:^|_)id$/.test(column))
          .map(({ name: column }) => column)
          .filter((column) => !(column in { ...table.values, ...table.leftOut }) && !namesOf(table).includes(column))
          .map((column) => `${name}.${column}`),
      ),
    );
    expect(free.filter((column) => !FREE_TEXT.has(column))).toEqual([]);
  });

  test('rows are exported in parts and in order, and only the person’s own', async () => {
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

  test('no address of a provider is exported, neither the current nor the former one', async () => {
    const store = await open();
    const { id: person } = await createPerson(peopleOf(store), { name: 'Ada' });
    const undo = createUndoLog({ now: () => 1, newId: randomUUID });
    const change = { person, provider: 'openai' } as const;
    const row = { sealed_key: null, base_url: 'https://models.example/secret-path' };
    const without = { sealed_key: null, base_url: null };
    await tablesOf<LanguageModelTables & UndoTables>(store).write(async (trx) => {
      await recordProviderChange(undo, trx as never, { ...change, before: without, after: row });
      await recordProviderChange(undo, trx as never, { ...change, before: row, after: without });
      await recordLimitsChange(undo, trx as never, {
        person,
        from: { dayMicros: null, monthMicros: null },
        to: { dayMicros: 1, monthMicros: null },
      });
    });
    const home = temporaryFolder();
    const directory = path.join(home, 'export');
    const manifest = await exportPerson(store, { person, directory, home, slices: personData, now: 5 });
    expect(JSON.stringify(filesIn(directory))).not.toContain('secret-path');
    expect(manifest.tables).toMatchObject({ undoable_actions: 1 });
    expect((await importPerson({ WARREN_HOME: temporaryFolder() }, directory)).person).toBe('Ada');
  });

  test('with several people a name is needed', async () => {
    const store = await open();
    await expect(findPerson(store, 'Ada')).rejects.toThrow('There is nobody here yet. Start Warren once.');
    const one = await createPerson(peopleOf(store), { name: 'Ada' });
    expect(await findPerson(store, undefined)).toEqual({ id: one.id, name: 'Ada' });
    const other = await createPerson(peopleOf(store), { name: 'Ben' });
    await expect(findPerson(store, undefined)).rejects.toThrow(
      'There are several people: Ada, Ben. Add --person NAME.',
    );
    expect(await findPerson(store, 'Ben')).toEqual({ id: other.id, name: 'Ben' });
    await expect(findPerson(store, 'ben')).rejects.toThrow('There is no person named ben. There are: Ada, Ben.');
  });

  test('a folder with content and an unknown person are refused', async () => {
    const store = await open();
    const home = temporaryFolder();
    const request = { person: 'nobody', directory: path.join(home, 'new'), home, slices: personData, now: 5 };
    await expect(exportPerson(store, request)).rejects.toThrow('There is no such person.');
    writeFileSync(path.join(home, 'new', 'mine'), '');
    await expect(exportPerson(store, request)).rejects.toThrow('is not empty. Name a new or an empty folder.');
    expect(readdirSync(path.join(home, 'new'))).toEqual(['mine']);
  });
});

const DAY = 86_400_000;
/** Contains characters that some programs treat as a line end. */
const CONTENT = 'Tea \u{1f375} one\u2028two\u2029three\rfour';

/** A person with a source that has a file, on SQLite, and their export. */
async function exportedFromSqlite(content = CONTENT) {
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: undefined });
  const { id: person } = await createPerson(peopleOf(store), { name: 'Ada' });
  await tablesOf<LibraryTables>(store).write(async (trx) => {
    const times = { created_at: DAY, added_at: DAY, changed_at: DAY };
    const texts = {
      title: 'Tea',
      url: null,
      url_key: null,
      content,
      content_hash: 'x',
      preview: 'Tea',
    };
    const source = {
      id: 's',
      person_id: person,
      kind: 'note',
      origin: 'file',
      bucket_id: null,
      state: 'read',
    } as const;
    await trx
      .insertInto('sources')
      .values({ ...source, ...texts, ...times })
      .execute();
    const file = { source_id: 's', person_id: person, name: 'a/b.bin', media_type: 'x/y', size: 4 };
    await trx
      .insertInto('source_files')
      .values({ ...file, bytes: new Uint8Array([0, 255, 10, 13]) })
      .execute();
  });
  const directory = path.join(home, 'exported');
  const request = { person, directory, home, slices: personData, now: 5 };
  await exportPerson(store, request);
  await store.close();
  return { directory, request };
}

type Content = Record<string, string>;

function filesIn(folder: string): Content {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]));
}

test('an export to a full disk fails and is marked as interrupted', async () => {
  const disk = mountSmallDisk(1);
  if (!disk) return;
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: undefined });
  onTestFinished(() => store.close());
  const { id: person } = await createPerson(peopleOf(store), { name: 'Ada' });
  disk.fill();
  const directory = path.join(disk.folder, 'exported');
  mkdirSync(directory);
  const exporting = exportPerson(store, { person, directory, home, slices: personData, now: 5 });
  await expect(exporting).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(existsSync(path.join(directory, 'manifest.json'))).toBe(false);
  await expect(importPerson({ WARREN_HOME: temporaryFolder() }, directory)).rejects.toThrow('was interrupted');
});

test('an import to a disk that is too small fails with a message and leaves nothing', async () => {
  const disk = mountSmallDisk(3);
  if (!disk) return;
  const { directory } = await exportedFromSqlite('x'.repeat(4_000_000));
  const home = path.join(disk.folder, 'home');
  await expect(importPerson({ WARREN_HOME: home }, directory)).rejects.toMatchObject({ kind: 'disk-full' });
  expect(readdirSync(home).filter((name) => name !== 'owner.lock')).toEqual([]);
});

test('an import that fails after its files were written removes them again', async () => {
  const disk = mountSmallDisk(3);
  if (!disk) return;
  // The rows stay in memory until the commit; by then the file has used up the space.
  const { directory } = await exportedFromSqlite('x'.repeat(1_200_000));
  const manifest = JSON.parse(readFileSync(path.join(directory, 'manifest.json'), 'utf8')) as Manifest;
  const recording = { path: 'terminals/one.cast', home: 'recordings/one.cast', bytes: 1_500_000 };
  mkdirSync(path.join(directory, 'terminals'));
  writeFileSync(path.join(directory, recording.path), 'x'.repeat(recording.bytes));
  const sha256 = createHash('sha256').update('x'.repeat(recording.bytes)).digest('hex');
  const files = [...manifest.files, { ...recording, sha256 }];
  writeFileSync(path.join(directory, 'manifest.json'), JSON.stringify({ ...manifest, files }));
  const home = path.join(disk.folder, 'home');
  await expect(importPerson({ WARREN_HOME: home }, directory)).rejects.toMatchObject({ kind: 'disk-full' });
  expect(existsSync(path.join(home, 'recordings'))).toBe(true);
  expect(readdirSync(path.join(home, 'recordings'))).toEqual([]);
});

const socketFolder = inject('postgres');

test.skipIf(socketFolder === undefined)('an export moves from SQLite to PostgreSQL and stays the same', async () => {
  const { directory, request } = await exportedFromSqlite();
  const name = await createEmptyDatabase(socketFolder ?? '');
  onTestFinished(() => dropDatabase(socketFolder ?? '', name));
  const url = urlOf(socketFolder ?? '', name);
  const home = temporaryFolder();
  const environment = { WARREN_HOME: home, WARREN_DATABASE_URL: url };
  await importPerson(environment, directory);
  await expect(importPerson(environment, directory)).rejects.toThrow('There are data in the database already.');
  const store = await openStore({ home, databaseUrl: url });
  onTestFinished(() => store.close());
  await exportPerson(store, { ...request, home, directory: path.join(home, 'again') });
  expect(filesIn(path.join(home, 'again'))).toEqual(filesIn(directory));
});

test('an export of an older version is written into its tables and then migrated', async () => {
  const { directory, request } = await exportedFromSqlite();
  const schema = '0012-kept-chats';
  makeOlder(directory, schema);
  const home = temporaryFolder();
  await importPerson({ WARREN_HOME: home }, directory);
  const store = await openStore({ home, databaseUrl: undefined });
  onTestFinished(() => store.close());
  const again = path.join(home, 'again');
  const manifest = await exportPerson(store, { ...request, home, directory: again });
  expect(manifest.schema).not.toBe(schema);
  expect(manifest.tables).toMatchObject({ people: 1, sources: 1, source_files: 1, drafts: 0 });
  expect(filesIn(again)['library/Tea.md']).toBe(filesIn(directory)['library/Tea.md']);
});

/** Converts an export to the form of an older Warren: without later tables and columns. */
function makeOlder(directory: string, schema: string): void {
  const database = new DatabaseSync(path.resolve(`fixtures/databases/${schema}.sqlite`), { readOnly: true });
  const manifest = JSON.parse(readFileSync(path.join(directory, 'manifest.json'), 'utf8')) as Manifest;
  const older = (table: string) =>
    new Set(
      database
        .prepare('select name from pragma_table_info(?)')
        .all(table)
        .map((row) => row['name']),
    );
  const tables = Object.entries(manifest.tables).filter(([table]) => older(table).size > 0);
  const files = manifest.files.flatMap((file) => {
    const table = /^data\/(\w+)\.jsonl$/.exec(file.path)?.[1];
    if (table === undefined) return [file];
    const columns = older(table);
    if (columns.size === 0) return [];
    const place = path.join(directory, file.path);
    const lines = readFileSync(place, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const rows = lines.map((line) => Object.entries(JSON.parse(line) as object).filter(([name]) => columns.has(name)));
    const text = rows.map((row) => jsonLine(Object.fromEntries(row))).join('');
    writeFileSync(place, text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    return [{ ...file, bytes: Buffer.byteLength(text), sha256 }];
  });
  database.close();
  const changed = { ...manifest, schema, tables: Object.fromEntries(tables), files };
  writeFileSync(path.join(directory, 'manifest.json'), JSON.stringify(changed));
}

/** Digests that identify equal texts. */
const PLAIN = new Set(['hash', 'content_hash', 'import_hash']);

const namesOf = ({ names = [] }: PersonTable) => (typeof names === 'function' ? names({}) : names);

/** Text columns that no code interprets, and those that only show which other rows are equal. */
const FREE_TEXT = new Set(
  Object.entries({
    voice_rules: 'voice',
    sessions: 'last_line',
    events: 'type thread',
    role_choices: 'role',
    model_usage: 'role provider model outcome',
    buckets: 'description',
    sources: 'url_key content_hash preview author site import_key import_hash kept_by',
    source_files: 'name',
    highlights: 'quote note',
    source_links: 'target_key',
    passages: 'hash',
    import_changes: 'run import_hash',
    undoable_actions: 'kind label',
    terminals: 'folder detail',
    chat_said: 'text',
    recall_sets: 'tutor_instructions description',
    recall_points: 'source_sentence',
    point_images: 'hash',
    drafts: 'title',
    draft_versions: 'title voice model editing',
    rabbithole_events: 'topic',
  }).flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`)),
);
