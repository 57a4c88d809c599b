import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { BackupsAnswer } from '#backups/protocol.ts';
import { personData } from '#composition/server/people.ts';
import type { AddedSources } from '#library/sources/protocol.ts';
import type { Bucket } from '#library/storage/protocol.ts';
import type { DraftSummary } from '#modes/draft/protocol.ts';
import type { SetDetail } from '#modes/recall/sets/protocol.ts';
import type { TerminalsAnswer } from '#modes/terminal/protocol.ts';
import { checkRow } from '#person-data/server/check-row.ts';
import type { Manifest } from '#person-data/server/manifest.ts';
import type { Row } from '#person-data/server/person-data.ts';
import type { SessionSummary } from '#session/protocol.ts';

import { readApkg } from '../../fixtures/anki/read-apkg.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, startChildServer } from '../../fixtures/server/child-server.ts';
import { downloadExport } from '../../fixtures/server/download-export.ts';
import { runCommand } from '../../fixtures/server/run-command.ts';
import { runHere } from '../../fixtures/server/run-here.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';
import { until } from '../../fixtures/spine/world.ts';
import type { CommandCall } from './command.ts';
import { run as exportAll } from './commands/export.ts';
import { importPerson, run as importAll } from './commands/import.ts';
import { run as restore } from './commands/restore.ts';

const POINTS = ['Caffeine blocks adenosine receptors.', 'The half-life of caffeine is five hours.'];
const SALT = 'Salt taxes paid for the canals of the north. The canals carried rice to the capital.';
const TOLD = 'Kept in the recording.';

/** A person with data of every kind on a real server; their export, and the answers of the API about them. */
const top = mkdtempSync(path.join(tmpdir(), 'warren-export-'));
const home = path.join(top, 'home');
const exported = path.join(top, 'exported');
let token: string;
let answers: Record<string, unknown>;
let downloaded: Record<string, string>;

beforeAll(async () => {
  const server = await startChildServer({ home, environment: { WARREN_OFFLINE: '1' } });
  token = server.token;
  await live(server);
  // While the server runs.
  expect(await runCommand(['export', '--all', exported], { WARREN_HOME: home })).toMatchObject({ code: 0, errors: '' });
  downloaded = await downloadExport(server);
  expect(readdirSync(path.join(home, 'exports'), { recursive: true })).toHaveLength(2);
  answers = await everyAnswer(server);
  await apiOf(server)('POST', '/api/backups');
  const isBackedUp = async () => (await apiOf(server)<BackupsAnswer>('GET', '/api/backups')).backups?.count === 1;
  await until(isBackedUp, 'a backup');
  await server.stop();
  expect(readdirSync(path.join(home, 'exports'))).toEqual([]);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** Runs a command on a data folder and returns its output. */
async function outputOf(
  run: typeof exportAll,
  folder: string,
  { positionals, flags = {} }: Pick<CommandCall, 'positionals'> & Partial<CommandCall>,
): Promise<string> {
  const { code, output, errors } = await runHere(run, { positionals, flags, environment: { WARREN_HOME: folder } });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
}

/** The message that refuses an export. */
const refusalOf = (folder: string, positionals: readonly string[], flags: CommandCall['flags'] = {}) =>
  exportAll({ positionals, flags, environment: { WARREN_HOME: folder } }).then(
    () => 'it succeeded',
    ({ message }: Error) => message,
  );

async function live(server: ChildServer): Promise<void> {
  const api = apiOf(server);
  await api('PUT', '/api/preferences', { timeZone: 'Europe/Berlin', dayStartsAt: 300, desiredRetention: 0.85 });
  await api('PUT', '/api/voices/personal', { rules: ['Short sentences.', 'No “jargon”.'] });
  const { id: bucketId } = await api<Bucket>('POST', '/api/library/buckets', { name: 'Trade: routes' });
  const sources = ['Canals', 'canals', 'CON', '../../up'].map((title) => ({ content: SALT, title, bucketId }));
  await api<AddedSources>('POST', '/api/library/sources', {
    sources: sources.map((each, at) => ({ ...each, content: `${SALT} ${'.'.repeat(at)}` })),
  });
  const file = await fetch(`${server.url}/api/library/files?name=${encodeURIComponent('Tea & milk.txt')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
    body: 'Tea was carried along the Horse Road.',
  });
  expect(file.status).toBe(200);
  await recall(server);
  await exploreAndDraft(server, bucketId);
  const wanted = { folder: tmpdir(), program: { kind: 'command', command: ['printf', TOLD] } };
  await api('POST', '/api/terminals', wanted);
  const hasEnded = async () => {
    const { terminals } = await api<TerminalsAnswer>('GET', '/api/terminals');
    return terminals.every(({ status }) => status === 'ended');
  };
  await until(hasEnded, 'the end of the terminal');
  const { setId } = await beginSession(api, ['Gone.'], 'Deleted');
  await api('POST', `/api/recall/sets/${setId}/paste`, { text: 'Q: Who brought it?\nA: Sailors' });
  const { items } = await api<SetDetail>('GET', `/api/recall/sets/${setId}`);
  const image = await fetch(`${server.url}/api/recall/points/${items.at(-1)?.id}/images?id=ship`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'image/gif' },
    body: 'GIF89a of a ship',
  });
  expect(image.status).toBe(200);
  await api('DELETE', `/api/recall/sets/${setId}`);
}

/** A session with reviews and a hole. */
async function recall(server: ChildServer): Promise<void> {
  const { session } = await beginSession(apiOf(server), POINTS);
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  await client.ask({ type: 'user_message', session, content: 'hm, let me think' });
  const { messageId } = await client.find('user_message');
  await client.find('assistant_complete');
  await client.ask({ type: 'open_rabbithole', session, topic: 'five hours', messageId });
  const { thread } = await client.find('mode_entered');
  await client.find('assistant_complete', (reply) => reply.thread === thread);
  await client.ask({ type: 'exit_rabbithole', session });
  await client.find('rabbithole_exited');
  for (const content of POINTS) await client.ask({ type: 'user_message', session, content });
  await client.find('session_complete_overlay');
  await client.ask({ type: 'dismiss_overlay', session, choice: 'done' });
  await client.close();
}

/** An exploration with a draft of two versions. */
async function exploreAndDraft(server: ChildServer, bucketId: string): Promise<void> {
  const api = apiOf(server);
  const begin = { id: randomUUID(), mode: 'explore', bucketId };
  const { session } = await api<SessionSummary>('POST', '/api/sessions', begin);
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  const say = async (content: string) => {
    const id = randomUUID();
    await client.ask({ type: 'user_message', id, session, content });
    const begun = await client.find('reply_started', ({ replyTo }) => replyTo === id);
    await client.find('assistant_complete', (reply) => reply.messageId === begun.messageId);
  };
  await say('What about salt?');
  await client.ask({ type: 'set_mode', session, mode: 'draft' });
  await say('Write about salt and the canals');
  await client.close();
  const { drafts } = await api<{ drafts: DraftSummary[] }>('GET', `/api/drafts?session=${session}`);
  const save = { number: 1, revision: 1, editing: 'tab', save: 0, text: 'By hand.' };
  await api('PUT', `/api/drafts/${drafts[0]?.id}/text`, save);
}

/** The answers of all routes of the API. */
async function everyAnswer(server: Pick<ChildServer, 'url' | 'token'>): Promise<Record<string, unknown>> {
  const api = apiOf(server);
  const found: Record<string, unknown> = {};
  const read = async <Answer>(route: string) => (found[route] = await api<Answer>('GET', route)) as Answer;
  for (const route of ['me', 'preferences', 'voices', 'drafts', 'recall/statistics', 'undo/recent', 'terminals/ended'])
    await read(`/api/${route}`);
  const { sets } = await read<{ sets: { id: string }[] }>('/api/recall/sets');
  for (const { id } of sets)
    for (const rest of ['', '/sessions', '/statistics']) await read(`/api/recall/sets/${id}${rest}`);
  for (const { id } of sets) await read(`/api/subjects/${id}/rabbitholes`);
  const { sessions } = await read<{ sessions: SessionSummary[] }>('/api/sessions');
  for (const { session, mode } of sessions) {
    await read(`/api/sessions/${session}/events?before=100000`);
    if (mode === 'recall') await read(`/api/recall/sessions/${session}/review`);
  }
  const { drafts } = found['/api/drafts'] as { drafts: DraftSummary[] };
  for (const { id } of drafts)
    for (const rest of ['', '/versions/1', '/versions/2']) await read(`/api/drafts/${id}${rest}`);
  const { sources } = await read<{ sources: { id: string }[] }>('/api/library/sources');
  for (const { id } of sources) await read(`/api/library/sources/${id}`);
  const { terminals } = await api<TerminalsAnswer>('GET', '/api/terminals');
  for (const { session } of terminals) {
    const at = `${server.url}/api/sessions/${session}/recording`;
    found[at.slice(server.url.length)] = await (
      await fetch(at, { headers: { authorization: `Bearer ${server.token}` } })
    ).text();
  }
  return { ...found, terminals };
}

type Content = Record<string, string>;

/** The files of a folder by path. */
function filesIn(folder: string): Content {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]));
}

const withoutTime = (files: Content): Content => ({
  ...files,
  'manifest.json': files['manifest.json']?.replace(/"exportedAt": \d+/, '') ?? '',
});

const read = (file: string) => readFileSync(path.join(exported, file), 'utf8');

test('an export is files that can be used without Warren, with names that any system accepts', () => {
  const files = filesIn(exported);
  const manifest = JSON.parse(read('manifest.json')) as Manifest;
  expect(manifest.files.map((file) => file.path).toSorted()).toEqual(
    Object.keys(files)
      .filter((file) => file !== 'manifest.json')
      .toSorted(),
  );
  for (const table of ['review_log', 'rabbithole_events', 'draft_versions', 'source_files', 'terminals', 'events'])
    expect(manifest.tables[table], table).toBeGreaterThan(0);
  const named = Object.keys(files);
  for (const file of ['library/CON_.md', 'library/up.md']) expect(named).toContain(file);
  // Their order depends on their ids, which were created in the same millisecond.
  const canals = named.filter((file) => /^library\/canals/i.test(file)).toSorted();
  expect([
    ['library/Canals (2).md', 'library/canals.md'],
    ['library/Canals.md', 'library/canals (2).md'],
  ]).toContainEqual(canals);
  for (const file of named) expect(file).not.toMatch(/[<>:"\\|?*]|[. ]$/);

  const reviews = JSON.parse(read('recall/reviews.json')) as { point: string; rating: number }[];
  expect(reviews.map(({ point }) => point).toSorted()).toEqual(POINTS);
  expect(read('recall/reviews.csv').trimEnd().split('\r\n')).toHaveLength(1 + reviews.length);
  expect(read('recall/sets.csv')).toContain('Coffee,The half-life of caffeine is five hours.');
  expect(read('recall/sets.csv')).toMatch(/^Deleted,Sailors,.*,Who brought it\?,,\r$/mu);
  expect(read('recall/sets.json')).toContain('"question":"Who brought it?"');
  expect(read('recall/sets.json')).toContain('"images":["recall/images/ship.gif"]');
  expect(read('recall/images/ship.gif')).toBe('GIF89a of a ship');
  expect(read(canals[0] ?? '')).toMatch(
    /^---\nid: .*\ntitle: Canals\n[\s\S]*bucket: "?Trade: routes"?\n[\s\S]*---\n\nSalt/,
  );
  expect(named.filter((file) => /^library\/files\/[\w-]+\/Tea & milk\.txt$/.test(file))).toHaveLength(1);
  expect(named.filter((file) => /^drafts\/.* v[12]\.md$/.test(file))).toHaveLength(2);
  const recording = named.find((file) => file.endsWith('.cast')) ?? '';
  expect(JSON.parse(read(recording).split('\n')[0] ?? '')).toMatchObject({ version: 2 });
  expect(read(recording)).toContain(TOLD);
  const coffee = named.filter((file) => /^sessions\/[\d-]+ Coffee\.(md|json)$/.test(file));
  expect(coffee).toHaveLength(2);
  expect(read(coffee.find((file) => file.endsWith('.md')) ?? '')).toMatch(
    /### You, [\s\S]*let me think[\s\S]*## Aside/,
  );
});

test('the download of a person equals the command’s output, as one archive', async () => {
  // Other rows can change between the two by the server's own work.
  const same = (files: Content) => Object.entries(files).filter(([file]) => /^(?:library|recall|drafts)\//.test(file));
  expect(Object.fromEntries(same(downloaded))).toEqual(Object.fromEntries(same(filesIn(exported))));
  expect(Object.keys(downloaded).toSorted()).toEqual(Object.keys(filesIn(exported)).toSorted());
  const folder = path.join(top, 'unpacked');
  for (const [file, content] of Object.entries(downloaded)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content, 'latin1');
  }
  expect(await outputOf(importAll, path.join(top, 'from-archive'), { positionals: [folder] })).toMatch(
    /^Everything of /,
  );
});

test('no secret is exported, and the README says so', () => {
  const all = Object.values(filesIn(exported)).join('\n');
  expect(all).not.toContain(token);
  expect(all).not.toContain('token_hash":');
  expect(read('README.md')).toMatch(/no token, no sign-in, and no key of a model provider/);
  expect(read('README.md')).toContain('Its format is version 1.');
});

test('an import into an empty folder restores the state: the same export, and the same answers', async () => {
  const [other, again] = [path.join(top, 'other'), path.join(top, 'again')];
  expect(await outputOf(importAll, other, { positionals: [exported] })).toMatch(
    /^Everything of .* is in .*other now\./,
  );
  await outputOf(exportAll, other, { positionals: [again], flags: { all: true } });
  expect(withoutTime(filesIn(again))).toEqual(withoutTime(filesIn(exported)));
  const server = await startServer({ home: other, environment: { WARREN_OFFLINE: '1' } });
  expect(await everyAnswer(server)).toEqual(answers);
  const found = await apiOf(server)<{ sources: unknown[] }>('GET', '/api/library/search?q=canals');
  expect(JSON.stringify(found)).toContain('canals');
});

test('a backup of the server is restored into an empty folder with everything but recordings', async () => {
  const other = path.join(top, 'restored');
  const [backup = ''] = readdirSync(path.join(home, 'backups'));
  await outputOf(restore, other, { positionals: [path.join(home, 'backups', backup)] });
  const server = await startServer({ home: other, environment: { WARREN_OFFLINE: '1' } });
  const withoutRecordings = (found: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(found).filter(([route]) => !route.endsWith('/recording')));
  expect(withoutRecordings(await everyAnswer(server))).toEqual(withoutRecordings(answers));
});

test('import is refused if the folder has data', async () => {
  const files = Object.keys(filesIn(home)).toSorted();
  await expect(outputOf(importAll, home, { positionals: [exported] })).rejects.toThrow(
    `There are data in ${home} already. Import into an empty one: set WARREN_HOME.`,
  );
  expect(Object.keys(filesIn(home)).toSorted()).toEqual(files);
});

test('export requires a new or an empty folder, and an existing person', async () => {
  const all = { all: true };
  expect(await refusalOf(home, [exported], all)).toMatch(/is not empty\. Name a new/);
  for (const place of [path.join(exported, 'README.md'), path.join(exported, 'README.md', 'below')])
    expect(await refusalOf(home, [place], all)).toBe(
      `${place} cannot be made: there is a file in its place. Name a new or an empty folder.`,
    );
  expect(await refusalOf(home, [exported])).toMatch(/^Usage: warren export --all FOLDER/);
  expect(await refusalOf(home, [path.join(top, 'nobody')], { ...all, person: 'Nobody' })).toMatch(
    /^There is no person named Nobody\. There are: /,
  );
  expect(existsSync(path.join(top, 'nobody'))).toBe(false);
  expect(await refusalOf(path.join(top, 'void'), [path.join(top, 'x')], all)).toMatch(
    /^There is nothing in .*void yet\. Start Warren once, or name another folder with WARREN_HOME\.$/,
  );
});

const change = (file: string, from: string | RegExp, to: string) => (folder: string) => {
  const target = path.join(folder, file);
  writeFileSync(target, readFileSync(target, 'utf8').replace(from, to));
};
/** A change that keeps the digests valid. */
const forged =
  (file: string, from: string | RegExp, to: string) =>
  async (folder: string): Promise<void> => {
    change(file, from, to)(folder);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;
    const bytes = readFileSync(path.join(folder, file));
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    const files = manifest.files.map((each) =>
      each.path === file ? { ...each, bytes: bytes.length, sha256: digest } : each,
    );
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }));
  };

test.each<[string, (folder: string) => unknown, RegExp]>([
  ['an interrupted export', (folder) => rmSync(path.join(folder, 'manifest.json')), /the export was interrupted/],
  [
    'a manifest that is cut',
    (folder) => truncateSync(path.join(folder, 'manifest.json'), 90),
    /^manifest\.json: it is not JSON/,
  ],
  [
    'a folder in the place of the manifest',
    (folder) => {
      rmSync(path.join(folder, 'manifest.json'));
      mkdirSync(path.join(folder, 'manifest.json'));
    },
    /^manifest\.json: it is no file, or belongs to someone else/,
  ],
  ['a folder of another program', change('manifest.json', 'warren-person', 'other'), /^manifest\.json: format: /],
  ['a newer format', change('manifest.json', '"formatVersion": 1', '"formatVersion": 2'), /written by a newer Warren/],
  [
    'a newer database',
    change('manifest.json', /"schema": "[^"]*"/, '"schema": "9999-later"'),
    /a newer Warren \(9999-later\)/,
  ],
  [
    'a missing file',
    (folder) => rmSync(path.join(folder, 'data/events.jsonl')),
    /^data\/events\.jsonl: there is no such file/,
  ],
  [
    'a longer file',
    (folder) => appendFileSync(path.join(folder, 'data/events.jsonl'), ' '),
    /^data\/events\.jsonl: it has \d+ bytes and not/,
  ],
  ['a changed file', change('data/events.jsonl', 'five', 'nine'), /^data\/events\.jsonl: it was changed/],
  ['a link instead of a file', linked, /^data\/events\.jsonl: there is no such file/],
  [
    'a path that leads elsewhere',
    change('manifest.json', '"path": "README.md"', '"path": "../README.md"'),
    /^manifest\.json: files\.0\.path: /,
  ],
  [
    'a place that is not for recordings',
    change('manifest.json', /"home": "recordings\/[^"]*"/, '"home": "token"'),
    /^manifest\.json: files\.\d+\.home: /,
  ],
  [
    'a line that is no row',
    forged('data/buckets.jsonl', /^/, '[]\n'),
    /^data\/buckets\.jsonl: line 1: it is not a JSON object/,
  ],
  [
    'an unknown column',
    forged('data/buckets.jsonl', '"name"', '"nome"'),
    /^data\/buckets\.jsonl: line 1: there is no column nome/,
  ],
  [
    'a secret that is given',
    forged('data/people.jsonl', '"name"', '"token_hash":"x","name"'),
    /^data\/people\.jsonl: line 1: there is no column token_hash/,
  ],
  [
    'rows of somebody else',
    forged('data/buckets.jsonl', /"person_id":"[^"]*"/, '"person_id":"x"'),
    /^data\/buckets\.jsonl: line 1: person_id is not/,
  ],
  [
    'a row too few',
    forged('data/events.jsonl', /\n[^\n]*\n$/, '\n'),
    /^data\/events\.jsonl: it has \d+ rows and not \d+/,
  ],
  [
    'a row twice',
    forged('data/buckets.jsonl', /^([^\n]*\n)/, '$1$1'),
    /^data\/buckets\.jsonl: lines 1 to 2 do not fit the database/,
  ],
  [
    'a row without its parent',
    forged('data/sessions.jsonl', /"id":"[^"]*"/, '"id":"x"'),
    /^data\/events\.jsonl: lines .* do not fit/,
  ],
  [
    'a folder that is a link',
    (folder) => {
      const elsewhere = mkdtempSync(path.join(top, 'elsewhere-'));
      cpSync(path.join(folder, 'data'), elsewhere, { recursive: true });
      rmSync(path.join(folder, 'data'), { recursive: true });
      symlinkSync(elsewhere, path.join(folder, 'data'));
    },
    /^data\/[a-z_]+\.jsonl: it is a link/,
  ],
  [
    'a manifest that is a link',
    (folder) => {
      const file = path.join(folder, 'manifest.json');
      renameSync(file, path.join(folder, 'other.json'));
      symlinkSync('other.json', file);
    },
    /^manifest\.json: it is a link/,
  ],
  [
    'a gap in a log',
    forged('data/events.jsonl', /"seq":3,/, '"seq":3003,'),
    /^data\/events\.jsonl: the log of session .* is damaged after entry 2\./,
  ],
  [
    'an unknown event',
    forged('data/events.jsonl', /(\\"type\\":\\")[a-z_]+/, '$1made_up'),
    /^data\/events\.jsonl: line 1: body\.type: /,
  ],
  [
    'an unknown event in the middle',
    forged('data/events.jsonl', /(\\"type\\":\\")(?!session_started)[a-z_]+/, '$1made_up'),
    /^data\/events\.jsonl: line [2-9]: body\.type: /,
  ],
  [
    'a text in the place of a number',
    forged('data/buckets.jsonl', /"created_at":\d+/, '"created_at":"soon"'),
    /^data\/buckets\.jsonl: line 1: created_at is not of the type/,
  ],
  [
    'a number in the place of a text',
    forged('data/buckets.jsonl', /"name":"[^"]*"/, '"name":7'),
    /^data\/buckets\.jsonl: line 1: name is not of the type/,
  ],
  [
    'a value that is not there',
    forged('data/buckets.jsonl', /"name":"[^"]*"/, '"name":null'),
    /^data\/buckets\.jsonl: line 1: name is not there/,
  ],
  [
    'a file of another size than the library has noted',
    forged('data/source_files.jsonl', /"size":\d+/, '"size":5'),
    /^data\/source_files\.jsonl: the file ".*" is not as it was given/,
  ],
  [
    'an image of another hash than its own',
    forged('data/point_images.jsonl', /"hash":"\w+"/, '"hash":"0"'),
    /^data\/point_images\.jsonl: the image ship of a point is not as it was given/,
  ],
])('%s is refused by name, and nothing is imported', async (_, spoil, message) => {
  const folder = mkdtempSync(path.join(top, 'spoilt-'));
  const target = mkdtempSync(path.join(top, 'target-'));
  cpSync(exported, folder, { recursive: true });
  await spoil(folder);
  const environment = { WARREN_HOME: target, WARREN_DATABASE_URL: '' };
  await expect(importPerson(environment, folder)).rejects.toThrow(message);
  expect(Object.keys(filesIn(target)).filter((file) => file !== 'owner.lock')).toEqual([]);
});

function linked(folder: string): void {
  const file = path.join(folder, 'data/events.jsonl');
  cpSync(file, `${file}.elsewhere`);
  rmSync(file);
  symlinkSync(`${file}.elsewhere`, file);
}

const nested = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;

test.each<[table: string, columns: Record<string, string | number>, what: RegExp]>([
  ['people', { name: 'a\u202eb' }, /^name: /],
  ['people', { created_at: 9e15 }, /^created_at: /],
  ['preferences', { time_zone: 'Nowhere/Land' }, /^time_zone: /],
  ['preferences', { desired_retention: 5 }, /^desired_retention: /],
  ['preferences', { day_starts_at: -1 }, /^day_starts_at: /],
  ['voice_rules', { rules: '{"a":1}' }, /^rules: /],
  ['sessions', { mode: '../x' }, /^mode: /],
  ['sessions', { id: '../../etc' }, /^id: it is no id/],
  ['sessions', { head: -4 }, /^head: /],
  ['sessions', { status: 'nope' }, /^status: /],
  ['sessions', { title: '\u202ex' }, /^title: A name cannot contain invisible characters/],
  ['sessions', { last_line: 'x'.repeat(200_000) }, /^last_line: it has more than/],
  ['events', { body: '{' }, /^body: it is not JSON/],
  ['events', { body: 'null' }, /^body: /],
  ['events', { body: nested }, /^body: it is nested too deeply/],
  ['events', { body: '{"type":"user_message","messageId":7}' }, /^body\.messageId: /],
  ['events', { body: '{"type":"session_started","title":7}' }, /^body\.title: /],
  ['events', { body: `{"a":"${'x'.repeat(5_000_000)}"}` }, /^body: it has more than 5,000,000 characters/],
  ['events', { type: 'session_paused' }, /^type: it is session_started in the body/],
  ['events', { seq: -1 }, /^seq: /],
  ['buckets', { color: 'pink' }, /^color: /],
  ['buckets', { name: '\u2067x' }, /^name: /],
  ['sources', { state: 'bogus' }, /^state: /],
  ['sources', { tags: '[1,{}]' }, /^tags\.0: /],
  ['sources', { url: 'javascript:alert(1)' }, /^url: it is no address of the web/],
  ['sources', { content: 'x'.repeat(10_000_001) }, /^content: it has more than 10,000,000 characters/],
  ['sources', { origin: 'person', title: '\u202etxt.exe' }, /^title: /],
  ['sources', { created_on: '2026-13-41' }, /^created_on: /],
  ['sources', { problem: '{"message":1}' }, /^problem\.message: /],
  ['sources', { language: 'no language' }, /^language: /],
  ['source_files', { media_type: 'a/b\r\nx: y' }, /^media_type: /],
  ['undoable_actions', { reversal: 'gone' }, /^reversal: it is not JSON/],
  ['terminals', { program: '{"kind":"magic"}' }, /^program\.kind: /],
  ['terminals', { status: 'asleep' }, /^status: /],
  ['terminals', { exit: '[]' }, /^exit: /],
  ['terminals', { usage: '{"costUsd":"much"}' }, /^usage\.costUsd: /],
  ['recall_sets', { status: 'gone' }, /^status: /],
  ['recall_sets', { desired_retention: 3 }, /^desired_retention: /],
  ['recall_sets', { folder: '\u202ea' }, /^folder: /],
  ['recall_points', { text: 'x'.repeat(9_000) }, /^text: it has more than/],
  ['point_images', { media_type: 'image/svg+xml' }, /^media_type: /],
  ['point_images', { side: 'back' }, /^side: /],
  ['point_cards', { card: '{}' }, /^card\.due: /],
  ['point_cards', { due_at: -1 }, /^due_at: /],
  ['point_cards', { due_at: Date.UTC(10_000, 0, 1) - 1 }, /^due_at: /],
  ['review_log', { rating: 9 }, /^rating: /],
  ['review_log', { how: 'guessed' }, /^how: /],
  ['review_log', { time_zone: 'x' }, /^time_zone: /],
  ['review_log', { state_before: 'null' }, /^state_before: /],
  ['review_day_totals', { day: 'today' }, /^day: /],
  ['exposures', { why: 'no' }, /^why: /],
  ['recall_sessions', { ungraded: '[' }, /^ungraded: /],
  ['rabbithole_events', { status: 'lost' }, /^status: /],
  ['rabbithole_events', { conversation: '[{"role":"x"}]' }, /^conversation\.0\.role: /],
  ['explore_titles', { state: 'x' }, /^state: /],
  ['drafts', { platform: 'myspace' }, /^platform: /],
  ['drafts', { status: 'x' }, /^status: /],
  ['draft_versions', { author: 'x' }, /^author: /],
  ['draft_versions', { citations: '[1]' }, /^citations\.0: /],
  ['draft_versions', { number: -1 }, /^number: /],
])('a row of %s with %o is rejected, and accepted without it', (name, columns, what) => {
  const table = personData.find(({ tables }) => tables && name in tables)?.tables?.[name] ?? { key: [] };
  // For a table without rows, only the invalid columns are checked.
  const row = JSON.parse(read(`data/${name}.jsonl`).split('\n')[0] || '{}') as Row;
  expect(checkRow(table, row, true)).toEqual(row);
  expect(checkRow(table, { ...row, ...columns }, true)).toMatch(what);
});

test('a title in a log loses its direction marks', () => {
  const { tables = {} } = personData.find((slice) => 'events' in (slice.tables ?? {})) ?? {};
  const row = JSON.parse(read('data/events.jsonl').split('\n')[0] ?? '') as Row;
  const marked = { ...row, body: String(row['body']).replace('"title":"', '"title":"\u202e') };
  expect(checkRow(tables['events'] ?? { key: [] }, marked, true)).toEqual(row);
});

test('names of earlier versions lose their direction marks', () => {
  const { tables = {} } = personData.find((slice) => 'sessions' in (slice.tables ?? {})) ?? {};
  const row = JSON.parse(read('data/sessions.jsonl').split('\n')[0] ?? '') as Row;
  expect(checkRow(tables['sessions'] ?? { key: [] }, { ...row, title: '\u202eOld' }, false)).toEqual({
    ...row,
    title: 'Old',
  });
});

test('sets are exported by name as one file, and no file is overwritten', async () => {
  const out = path.join(top, 'coffee.apkg');
  await outputOf(exportAll, home, { positionals: ['deck', 'Coffee'], flags: { format: 'apkg', out } });
  const { cards } = readApkg(new Uint8Array(readFileSync(out)));
  expect(new Set(cards.map(({ deck, fields }) => `${deck}: ${fields['Point']}`))).toEqual(
    new Set(POINTS.map((text) => `Coffee: ${text}`)),
  );
  expect(cards.every(({ queue, reviews }) => queue === 2 && reviews.length === 1)).toBe(true);
  const flags = { format: 'csv', out };
  expect(await refusalOf(home, ['deck', 'Coffee'], flags)).toContain('is there already. Name another file.');
  expect(await refusalOf(home, ['deck', 'Tea'], { ...flags, out: `${out}.csv` })).toContain('no set "Tea"');
  expect(await refusalOf(home, ['deck'], flags)).toContain('Usage');
});
