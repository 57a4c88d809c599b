import { appendFileSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { OldSessions } from './old-sessions.ts';

const ONE = '11111111-1111-4111-8111-111111111111';
const TWO = '22222222-2222-4222-8222-222222222222';
const at = (minute: number) => `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z`;
const line = (value: object) => `${JSON.stringify(value)}\n`;

let folder: string;
let old: OldSessions;
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'projects');
  mkdirSync(path.join(folder, '-home-ada-code'), { recursive: true });
  old = new OldSessions(folder);
});

interface Said {
  readonly uuid: string;
  readonly parent?: string | null;
  readonly minute?: number;
}
const user = (content: unknown, { uuid, parent = null, minute = 0 }: Said, more: object = {}) =>
  line({
    type: 'user',
    uuid,
    parentUuid: parent,
    cwd: '/home/ada/code',
    timestamp: at(minute),
    message: { content },
    ...more,
  });
const assistant = (content: unknown, { uuid, parent = null, minute = 0 }: Said, more: object = {}) =>
  line({
    type: 'assistant',
    uuid,
    parentUuid: parent,
    timestamp: at(minute),
    message: { id: `msg-${uuid}`, content },
    ...more,
  });
const write = (session: string, ...lines: readonly string[]) =>
  writeFileSync(path.join(folder, '-home-ada-code', `${session}.jsonl`), lines.join(''));

test('sessions are listed with title, last words, time and folder, latest first', async () => {
  write(
    ONE,
    line({ type: 'mode', mode: 'normal' }),
    user('<command-name>/model</command-name>', { uuid: 'z' }),
    user('Why is the lease stolen?\nIt happens at night.', { uuid: 'a', minute: 1 }),
    assistant([{ type: 'text', text: 'Two processes renew.' }], { uuid: 'b', parent: 'a', minute: 2 }),
    assistant([{ type: 'text', text: 'In a subagent' }], { uuid: 's', minute: 9 }, { isSidechain: true }),
    '{"type":"assis',
  );
  write(
    TWO,
    user('Port it', { uuid: 'a', minute: 5 }),
    line({ type: 'ai-title', aiTitle: 'Port the importer' }),
    line({ type: 'custom-title', customTitle: 'The importer' }),
    line({ type: 'ai-title', aiTitle: 'Importer again' }),
  );
  write('33333333-3333-4333-8333-333333333333', line({ type: 'file-history-snapshot' }));
  const { sessions } = await old.list();
  expect(sessions).toMatchObject([
    { claudeSession: TWO, title: 'The importer', lastWords: 'Port it', prompts: 1, at: Date.parse(at(5)) },
    {
      claudeSession: ONE,
      folder: '/home/ada/code',
      title: 'Why is the lease stolen? It happens at night.',
      lastWords: 'Two processes renew.',
      prompts: 1,
    },
  ]);
  appendFileSync(path.join(folder, '-home-ada-code', `${TWO}.jsonl`), user('Go on', { uuid: 'c', minute: 7 }));
  expect((await old.list()).sessions[0]).toMatchObject({ lastWords: 'Go on', prompts: 2 });
  rmSync(folder, { recursive: true });
  expect(await old.list()).toEqual({ sessions: [], hasMore: false });
});

test('messages are searched in any case, also where JSON escapes them, and results of tools are not', async () => {
  write(
    ONE,
    user('It said “Größe”\nand stopped', { uuid: 'a' }),
    user([{ type: 'tool_result', content: 'secret' }], { uuid: 'b', parent: 'a' }),
  );
  write(TWO, assistant([{ type: 'text', text: 'x'.repeat(500) + ' the NEEDLE ' + 'y'.repeat(500) }], { uuid: 'a' }));
  expect((await old.list('größe” and')).sessions).toHaveLength(0);
  expect((await old.list('GRÖSSE')).sessions).toHaveLength(0);
  expect((await old.list('größe')).sessions).toMatchObject([
    { claudeSession: ONE, excerpt: 'It said “Größe” and stopped' },
  ]);
  const [found] = (await old.list('needle')).sessions;
  expect(found?.excerpt).toMatch(/^…x+ the NEEDLE y+…$/u);
  expect((await old.list('secret')).sessions).toEqual([]);
});

test('a session lists each message once, without rewound ones, with tools and their results', async () => {
  write(
    ONE,
    user('First', { uuid: 'a' }),
    assistant([{ type: 'text', text: 'Half' }], { uuid: 'b', parent: 'a' }),
    assistant([{ type: 'text', text: 'Whole' }], { uuid: 'b', parent: 'a' }),
    user('Taken back', { uuid: 'x', parent: 'b' }),
    user('Kept', { uuid: 'c', parent: 'b' }),
    assistant([{ type: 'thinking', thinking: '' }], { uuid: 'd', parent: 'c' }),
    assistant([{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'npm test' } }], {
      uuid: 'e',
      parent: 'd',
    }),
    user([{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'failed' }], is_error: true }], {
      uuid: 'f',
      parent: 'e',
    }),
    user([{ type: 'text', text: '[Request interrupted by user]' }], { uuid: 'g', parent: 'f' }),
    user('not for you', { uuid: 'h', parent: 'g' }, { isMeta: true }),
    line({ type: 'last-prompt', leafUuid: 'h' }),
  );
  const read = await old.read(ONE);
  expect(read?.entries.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'person: First',
    'assistant: Whole',
    'person: Kept',
    'tool: Bash: npm test',
    'result: failed',
    'notice: Interrupted.',
  ]);
  expect(read?.entries.find(({ kind }) => kind === 'result')?.isError).toBe(true);
});

test('messages before a compaction are shown too', async () => {
  write(
    ONE,
    user('Before', { uuid: 'a' }),
    line({ type: 'system', subtype: 'compact_boundary', uuid: 'k', parentUuid: null }),
    user('Summary', { uuid: 's', parent: 'k' }, { isCompactSummary: true }),
    user('After', { uuid: 'c', parent: 's' }),
  );
  expect((await old.read(ONE))?.entries.map(({ text }) => text)).toEqual([
    'Before',
    'The conversation was made shorter here.',
    'After',
  ]);
});

test.each(['../../etc/passwd', 'no-uuid', TWO])('session %s is not found', async (id) => {
  write(ONE, user('Hello', { uuid: 'a' }));
  expect(await old.read(id)).toBeNull();
});

test('a link that leads out of the projects folder is not followed', async () => {
  const outside = path.join(temporaryFolder(), `${TWO}.jsonl`);
  writeFileSync(outside, user('Elsewhere', { uuid: 'a' }));
  symlinkSync(outside, path.join(folder, '-home-ada-code', `${TWO}.jsonl`));
  expect(await old.find(TWO)).toBeNull();
});

test('a linked project folder is read, and of two files of a session the latest', async () => {
  const linked = temporaryFolder();
  symlinkSync(linked, path.join(folder, '-home-ada-linked'));
  symlinkSync('/dev/null', path.join(folder, '-no-folder'));
  writeFileSync(path.join(linked, `${TWO}.jsonl`), user('In a link', { uuid: 'a' }));
  expect((await old.read(TWO))?.entries.map(({ text }) => text)).toEqual(['In a link']);
  for (const [name, words, time] of [
    ['-home-ada-code', 'Before the move', 1_000],
    ['-home-ada-moved', 'After the move', 2_000],
    ['-home-ada-older', 'Long before', 500],
  ] as const) {
    mkdirSync(path.join(folder, name), { recursive: true });
    const file = path.join(folder, name, `${ONE}.jsonl`);
    writeFileSync(file, user(words, { uuid: 'a', minute: time / 500 }));
    utimesSync(file, time, time);
  }
  expect(await old.find(ONE)).toBe(path.join(folder, '-home-ada-moved', `${ONE}.jsonl`));
  const { sessions } = await old.list();
  expect(sessions.map(({ claudeSession }) => claudeSession).toSorted()).toEqual([ONE, TWO]);
});

test('lines of megabytes and cycles of parents are harmless', async () => {
  write(
    ONE,
    user('x'.repeat(5_000_000), { uuid: 'a', parent: 'b' }),
    user('y', { uuid: 'b', parent: 'a' }),
    '\u0000\uFFFD\n',
  );
  const read = await old.read(ONE);
  expect(read?.entries.map(({ text }) => text.length)).toEqual([1, 20_001]);
});
