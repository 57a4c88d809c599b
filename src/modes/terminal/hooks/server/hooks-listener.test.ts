import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import type { Hook } from '../domain/read-hook.ts';
import { HooksListener } from './hooks-listener.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
/** A hook that contains 5,000 nested lists: 10 KB. */
const deep = (hook: object) => JSON.stringify(hook).replace('"deep"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`);
const stop = { hook_event_name: 'Stop', session_id: SESSION, prompt_id: 'a' };

async function listen(projects = '/home/ada/.claude/projects') {
  const sockets = temporaryFolder();
  const listener = new HooksListener({ projects, socketFolder: () => Promise.resolve(sockets) });
  onTestFinished(() => listener.close());
  const heard: Hook[] = [];
  const used: unknown[] = [];
  const { socket, secret } = await listener.register('one', {
    onHook: (hook) => heard.push(hook) > 0,
    onUsage: (usage) => used.push(usage),
  });
  return { listener, heard, used, url: { socket, path: '/api/hooks/one' }, secret };
}

interface Address {
  readonly socket: string;
  readonly path: string;
}

interface Sent {
  readonly secret?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

function send(
  { socket, path: address }: Address,
  body: string | object,
  { secret, headers = {}, method = 'POST' }: Sent = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sending = request({
      agent: false,
      socketPath: socket,
      path: address,
      method,
      headers: { ...(secret !== undefined && { authorization: `Bearer ${secret}` }), ...headers },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      let received = '';
      response.on('data', (data: Buffer) => (received += data.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: received }));
    });
    sending.end(text);
  });
}

test('a hook with its secret is taken, and gets an empty answer', async () => {
  const { url, secret, heard, listener } = await listen();
  expect(await send(url, stop, { secret })).toEqual({ status: 204, body: '' });
  expect(heard).toEqual([stop]);
  expect(Object.values(listener.refused)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test('after the folder of sockets could not be created, the next session is registered', async () => {
  const sockets = path.join(temporaryFolder(), 'sockets');
  const listener = new HooksListener({ projects: '/home/ada', socketFolder: () => Promise.resolve(sockets) });
  onTestFinished(() => listener.close());
  const nothing = { onHook: () => true, onUsage: () => undefined };
  await expect(listener.register('one', nothing)).rejects.toThrow(/listen/u);
  mkdirSync(sockets);
  const { socket, secret } = await listener.register('one', nothing);
  expect((await send({ socket, path: '/api/hooks/one' }, stop, { secret })).status).toBe(204);
});

test('the status line is read', async () => {
  const { url, secret, used } = await listen();
  const line = {
    model: { display_name: 'Opus' },
    cost: { total_cost_usd: 0.42 },
    context_window: { used_percentage: 31.4 },
    rate_limits: { five_hour: { used_percentage: 12 }, seven_day: 'odd' },
  };
  await send({ ...url, path: `${url.path}/status-line` }, line, { secret });
  expect(used).toEqual([
    { model: 'Opus', effort: null, costUsd: 0.42, contextPercent: 31, fiveHourPercent: 12, sevenDayPercent: null },
  ]);
});

test.each<[string, Sent, readonly [number, string]]>([
  ['forged', { secret: 'x'.repeat(43) }, [401, 'forged']],
  ['without a secret', {}, [401, 'forged']],
  ['of a page', { headers: { origin: 'http://127.0.0.1:4600' } }, [403, 'fromPage']],
])('a hook %s changes nothing and is counted', async (_, sent, [status, counted]) => {
  const { url, heard, listener } = await listen();
  expect((await send(url, stop, sent)).status).toBe(status);
  expect(heard).toEqual([]);
  expect(listener.refused).toMatchObject({ [counted]: 1 });
});

test.each([
  ['is malformed', '{"hook_event_name":', 400, 'malformed'],
  ['is nested 5,000 deep', deep({ ...stop, tool_input: 'deep' }), 400, 'malformed'],
  ['holds a million values', JSON.stringify({ ...stop, more: Array(1_000_000).fill(0) }), 400, 'malformed'],
  ['lacks its fields', { hook_event_name: 'PreToolUse', session_id: SESSION }, 204, 'malformed'],
  ['is too large', 'x'.repeat(5 * 1024 * 1024), 413, 'tooLarge'],
] as const)('a hook that %s changes nothing and is counted', async (...[, body, status, counted]) => {
  const { url, secret, heard, listener } = await listen();
  expect((await send(url, body, { secret })).status).toBe(status);
  expect(heard).toEqual([]);
  expect(listener.refused).toMatchObject({ [counted]: 1 });
});

test('a repeated hook is taken once, and one of the next turn is taken', async () => {
  const { url, secret, heard, listener } = await listen();
  for (const body of [stop, stop, { ...stop, prompt_id: 'b' }]) await send(url, body, { secret });
  expect(heard).toHaveLength(2);
  expect(listener.refused.replayed).toBe(1);
});

test('after the end of a session, and with the secret of an earlier run, hooks are refused', async () => {
  const { url, secret, heard, listener } = await listen();
  const again = await listener.register('one', { onHook: (hook) => heard.push(hook) > 0, onUsage: () => {} });
  expect(again.secret).not.toBe(secret);
  expect((await send(url, stop, { secret })).status).toBe(401);
  expect((await send({ ...url, path: '/api/hooks/two' }, stop, { secret: again.secret })).status).toBe(404);
  listener.unregister('one');
  expect((await send(url, stop, { secret: again.secret })).status).toBe(404);
  expect(heard).toEqual([]);
  expect(listener.refused).toMatchObject({ forged: 1, unknownSession: 2 });
});

test('only requests to the known paths are answered', async () => {
  const { url, secret } = await listen();
  expect((await send(url, '', { secret, method: 'GET' })).status).toBe(404);
  expect((await send({ ...url, path: '/' }, stop, { secret })).status).toBe(404);
});

test('a transcript belongs to the session and is under the projects folder, with its links resolved', async () => {
  const top = realpathSync(temporaryFolder());
  const projects = path.join(top, 'projects');
  mkdirSync(path.join(projects, 'one'), { recursive: true });
  mkdirSync(path.join(top, 'elsewhere'));
  symlinkSync(path.join(top, 'elsewhere'), path.join(projects, 'out'));
  symlinkSync(path.join(projects, 'one'), path.join(projects, 'inside'));
  writeFileSync(path.join(top, 'elsewhere', `${SESSION}.jsonl`), '');
  symlinkSync(path.join(top, 'elsewhere', `${SESSION}.jsonl`), path.join(projects, 'one', `${SESSION}.jsonl`));
  symlinkSync(path.join(top, 'nowhere'), path.join(projects, 'broken'));
  const { url, secret, heard, listener } = await listen(projects);
  const wrong = [
    `relative/${SESSION}.jsonl`,
    path.join(top, 'elsewhere', `${SESSION}.jsonl`),
    `${projects}/../elsewhere/${SESSION}.jsonl`,
    path.join(projects, 'one', `${SESSION}.jsonl`),
    path.join(projects, 'broken', `${SESSION}.jsonl`),
    path.join(projects, 'new', 'other.jsonl'),
    `${projects}-other/${SESSION}.jsonl`,
    `${projects}/new\0/${SESSION}.jsonl`,
  ];
  for (const transcript of wrong)
    await send(url, { ...stop, prompt_id: transcript, transcript_path: transcript }, { secret });
  // The hooks themselves are still taken.
  expect(heard.map(({ transcript_path: transcript }) => transcript)).toEqual(wrong.map(() => undefined));
  expect(listener.refused.wrongTranscript).toBe(wrong.length);
  heard.length = 0;

  // Before the CLI has written anything, the file and perhaps its folder are missing.
  await send(url, { ...stop, transcript_path: path.join(projects, 'new', `${SESSION}.jsonl`) }, { secret });
  rmSync(path.join(projects, 'one', `${SESSION}.jsonl`));
  await send(url, { ...stop, transcript_path: path.join(projects, 'inside', `${SESSION}.jsonl`) }, { secret });
  // The folder of a project can be a link to another disk.
  await send(url, { ...stop, transcript_path: path.join(projects, 'out', `${SESSION}.jsonl`) }, { secret });
  expect(heard.map((hook) => hook.transcript_path)).toEqual([
    path.join(projects, 'new', `${SESSION}.jsonl`),
    path.join(projects, 'one', `${SESSION}.jsonl`),
    path.join(top, 'elsewhere', `${SESSION}.jsonl`),
  ]);
});

test('a permission request without a holder gets an empty answer at once, and a late hook is counted', async () => {
  const { url, listener } = await listen();
  const { secret } = await listener.register('one', { onHook: () => false, onUsage: () => {} });
  const asked = { hook_event_name: 'PermissionRequest', session_id: SESSION, tool_name: 'Bash', tool_input: {} };
  expect(await send(url, asked, { secret })).toEqual({ status: 204, body: '' });
  expect(listener.refused).toMatchObject({ late: 1 });
});

test('the next server receives hooks of a surviving program at the same address with the same secret', async () => {
  const { url, secret, listener } = await listen();
  const sockets = path.dirname(url.socket);
  const next = new HooksListener({ projects: '/none', socketFolder: () => Promise.resolve(sockets) });
  onTestFinished(() => next.close());
  const heard: Hook[] = [];
  const hear = { onHook: (hook: Hook) => heard.push(hook) > 0, onUsage: () => {} };
  expect(await next.register('one', hear, secret)).toEqual({ socket: url.socket, secret });
  // The previous server ends later, and does not remove the socket.
  await listener.close();
  expect(await send(url, stop, { secret })).toMatchObject({ status: 204 });
  expect(heard).toEqual([stop]);
  await next.close();
  await expect(send(url, stop, { secret })).rejects.toThrow(/ECONNREFUSED/u);
});
