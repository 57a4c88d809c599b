import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { LibraryOverview, SourceDetail, SourceList } from '#library/sources/protocol.ts';

import { makePdf } from '../../../fixtures/documents/make-pdf.ts';
import { apiOf, NO_PROVIDERS } from '../../../fixtures/server/child-server.ts';
import { runCommand } from '../../../fixtures/server/run-command.ts';
import { runHere } from '../../../fixtures/server/run-here.ts';
import { startServer } from '../../../fixtures/server/start-server.ts';
import { UsageError } from '../command.ts';
import { run as add } from '../commands/add.ts';
import { run as importInto } from '../commands/import.ts';

const root = mkdtempSync(path.join(tmpdir(), 'warren-add-'));
let folders = 0;
let web: Server;

beforeAll(async () => {
  web = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('Steam engines got better.');
  });
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  web.close();
  rmSync(root, { recursive: true, force: true });
});

function newFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  folders += 1;
  const folder = path.join(root, String(folders));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

const environmentOf = (home: string) => ({
  ...NO_PROVIDERS,
  WARREN_HOME: home,
  WARREN_OFFLINE: '1',
  WARREN_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
});

const runAdd = (home: string, positionals: readonly string[], flags = {}) =>
  runHere(add, { positionals, flags, environment: environmentOf(home) });
const runImport = (home: string, positionals: readonly string[], flags = {}) =>
  runHere(importInto, { positionals, flags, environment: environmentOf(home) });

const startOn = async (home: string) => apiOf(await startServer({ home }));

const vault = () =>
  newFolder({
    'Energy/Jevons.md': '---\ntags: [coal]\n---\n# Jevons\n\nCoal use rose. See [[Steam]].\n',
    'Energy/Steam.md': 'Steam engines got better.\n',
    'Energy/paper.pdf': makePdf([
      ['It is wholly a confusion of ideas to suppose that the economical use of fuel is enough.'],
    ]),
    // The content decides the kind of a file, not its name.
    'Energy/called.txt': makePdf([['Draughts through the floor of a room are the price of an open hearth.']]),
    'top.txt': 'At the top.',
    '.obsidian/app.json': '{}',
    'picture.png': Uint8Array.from([0x89, 0x50, 0x4e, 0x47]),
  });

const UNCLEAR = '---\ndate: 03/04/2025\n---\n# Diary\n\nIt rained.\n';
const UNCLEAR_WORDS = 'Diary: The date “03/04/2025” can be read in two ways and was not read.';

test('a folder is imported without a running server, and a second import updates changed files', async () => {
  const home = newFolder();
  const folder = vault();
  symlinkSync(folder, path.join(folder, 'loop'));
  symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'broken.md'));
  symlinkSync(newFolder(), path.join(folder, 'elsewhere'));
  const first = await runCommand(['import', 'library', folder], environmentOf(home));
  expect(first.errors).toContain('broken.md: It does not exist, or it is a link to nothing.');
  expect(first.output).toMatch(/^5 added, 1 not added, 1 left out;.*not read \(\.png\)\n$/s);

  writeFileSync(path.join(folder, 'Energy/Steam.md'), 'Steam engines got worse.\n');
  const api = await startOn(home);
  const second = await runImport(home, ['library', folder]);
  expect(second.output).toContain('1 updated, 4 unchanged, 1 not added');
  await expect.poll(async () => (await api<LibraryOverview>('GET', '/api/library')).reading).toBe(0);

  const { sources } = await api<SourceList>('GET', '/api/library/sources');
  const { buckets } = await api<LibraryOverview>('GET', '/api/library');
  expect(buckets).toMatchObject([{ name: 'Energy', sources: 4 }]);
  expect(Object.fromEntries(sources.map(({ title, state }) => [title, state]))).toEqual({
    Jevons: 'read',
    Steam: 'read',
    paper: 'read',
    called: 'read',
    top: 'read',
  });
  const jevons = sources.find(({ title }) => title === 'Jevons');
  const steam = sources.find(({ title }) => title === 'Steam');
  const detail = await api<SourceDetail>('GET', `/api/library/sources/${jevons?.id}`);
  expect(detail).toMatchObject({ tags: ['coal'], links: [{ text: 'Steam', sourceId: steam?.id }] });
  expect(sources.find(({ title }) => title === 'called')?.preview).toMatch(/^Draughts through the floor/);
  expect(steam?.preview).toBe('Steam engines got worse.');
});

test('files are added without a running server if the log is JSON and the token is given', async () => {
  const folder = newFolder({ 'a.md': 'First words.', 'b.md': UNCLEAR });
  const environment = {
    WARREN_HOME: newFolder(),
    WARREN_OFFLINE: '1',
    WARREN_LOG: 'json',
    WARREN_TOKEN: 'given/#token=%41',
  };
  const added = await runCommand(['add', path.join(folder, 'a.md'), path.join(folder, 'b.md')], environment);
  expect(added).toMatchObject({ code: 0, output: '2 added\n' });
  // Part of one file could not be read. A command that takes seconds reports its progress.
  expect(added.errors.replaceAll(/^(?:\d added|Reading \d sources?)\n/gm, '')).toBe(`${UNCLEAR_WORDS}\n`);
});

test('a file of cards is imported once, and omitted parts are listed', async () => {
  const [home, folder] = [newFolder(), newFolder({ 'tea.csv': 'front,back\nGreen?,Unfermented\nBlack?,\n' })];
  const file = path.join(folder, 'tea.csv');
  const api = await startOn(home);
  expect(await runImport(home, ['deck', file], { set: 'Teas' })).toMatchObject({
    code: 0,
    output: '1 point added into “Teas”, 1 left out\n',
    errors: 'Line 3: The back of this card is empty. Black?\n',
  });
  expect((await runImport(home, ['deck', file], { set: 'Teas' })).output).toBe(
    '0 points added, 1 there already, 1 left out\n',
  );
  const { sets } = await api<{ sets: { title: string; points: number }[] }>('GET', '/api/recall/sets');
  expect(sets.find(({ title }) => title === 'Teas')?.points).toBe(1);
  await expect(runImport(home, ['deck', path.join(folder, 'gone.csv')])).rejects.toThrow(
    /gone\.csv: It does not exist/,
  );
});

test('files, a folder and a link are added to a running server; omitted ones are listed', async () => {
  const home = newFolder();
  const api = await startOn(home);
  const folder = newFolder({ 'a.md': '# One\n\nFirst words.', 'b.md': '# Two\n\nSecond words.' });
  const link = `http://127.0.0.1:${(web.address() as AddressInfo).port}/steam`;
  const missing = path.join(folder, 'missing.md');
  const added = await runAdd(home, [path.join(folder, 'a.md'), missing, link], { bucket: 'Kept' });
  expect(added).toMatchObject({ code: 1, output: '2 added, 1 not added\n' });
  expect(added.errors).toContain(missing);
  const { buckets } = await api<LibraryOverview>('GET', '/api/library');
  expect(buckets).toMatchObject([{ name: 'Kept', sources: 2 }]);
  expect(await runAdd(home, [folder])).toMatchObject({ code: 0, output: '1 added, 1 unchanged\n' });
  expect(await runAdd(home, [link])).toMatchObject({ code: 0, output: '1 unchanged\n' });

  const program = newFolder({
    'lamp/package.json': '{}',
    'lamp/docs/DESIGN.md': '# Lamp\n\nBurns oil.',
    'mine.md': '# Mine\n\nA thought.',
  });
  const poems = newFolder({
    'diary.md': UNCLEAR,
    'poem.md': '# Poem\n\nBy somebody.',
    'called.txt': makePdf([['A poem as a document.']]),
  });
  await runAdd(home, [program]);
  const clipped = await runAdd(home, [poems], { kind: 'Article clip' });
  expect(clipped).toMatchObject({ code: 0, output: '3 added\n' });
  expect(clipped.errors).toContain(UNCLEAR_WORDS);
  const { sources } = await api<SourceList>('GET', '/api/library/sources');
  expect(Object.fromEntries(sources.map(({ title, kind }) => [title, kind]))).toMatchObject({
    One: 'note',
    Two: 'note',
    Lamp: 'article_clip',
    Mine: 'note',
    Poem: 'article_clip',
    Diary: 'article_clip',
    called: 'article_clip',
  });
});

test('an invalid call is answered with the usage', async () => {
  const home = newFolder();
  const here = import.meta.filename;
  const expectUsage = async (call: Promise<unknown>, words: string) => {
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toHaveProperty('message', expect.stringContaining(words));
  };
  await expectUsage(runAdd(home, []), 'Usage: warren add');
  await expectUsage(runAdd(home, [here], { kind: 'poem' }), 'There is no kind “poem”. There are: ');
  await expectUsage(runImport(home, ['library']), 'Usage: warren import library');
  await expectUsage(runImport(home, ['library', here]), 'is not a folder');
});
