import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { addPerson } from '../../../../fixtures/server/add-person.ts';
import { childServerOfFile } from '../../../../fixtures/server/child-server-of-file.ts';
import { apiOf } from '../../../../fixtures/server/child-server.ts';
import { shownBy } from '../../../../fixtures/terminal/compare-screens.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';
import { shell, terminalsOf } from '../../../../fixtures/terminal/terminals-of.ts';

/** Number of viewers; 50 in the long tests. */
const VIEWERS = Number(process.env['WARREN_VIEWERS'] ?? 8);

type Reached = { readonly url: string; readonly token: string };

const HOOKS = Number(process.env['WARREN_HOSTILE_HOOKS'] ?? 100);

const WARREN_CLAUDE = path.resolve(import.meta.dirname, '../../../../fixtures/claude/telling-claude.sh');
const warren = childServerOfFile({ WARREN_CLAUDE });
const terminals = terminalsOf(() => warren.server);

async function start(script: string) {
  const { home, server } = warren;
  const session = await terminals.open(shell(script), { folder: home });
  return { home, server, session, address: `${server.url.replace('http', 'ws')}/ws/terminal/${session}` };
}

/** Opens a socket without a screen. `ended` resolves to its close code, or to the status that refused it. */
function connect(address: string, headers: Record<string, string>) {
  const socket = new WebSocket(address, { headers });
  const frames: Buffer[] = [];
  socket.on('message', (data: Buffer) => frames.push(data));
  socket.on('error', () => {});
  const ended = new Promise<number>((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.once('close', resolve);
  });
  const open = new Promise<void>((resolve) => socket.once('open', () => resolve()));
  return { socket, frames, ended, open };
}

const bearer = ({ token }: Reached) => ({ authorization: `Bearer ${token}` });

const HOSTILE_MESSAGES = [
  ['confirms less than nothing', '{"type":"confirm","bytes":-1}'],
  ['confirms no number', '{"type":"confirm","bytes":null}'],
  ['confirms words', '{"type":"confirm","bytes":"many"}'],
  ['confirms a part of a byte', '{"type":"confirm","bytes":1.5}'],
  ['confirms too many', '{"type":"confirm","bytes":1e300}'],
  ['has no size', '{"type":"size","cols":0,"rows":0}'],
  ['has a size of one cell', '{"type":"size","cols":1,"rows":1,"isClaim":true}'],
  ['has a huge size', '{"type":"size","cols":10000,"rows":10000,"isClaim":true}'],
  ['has a size that is no number', '{"type":"size","cols":null,"rows":null,"isClaim":true}'],
  ['has a huge cell', '{"type":"size","cols":80,"rows":24,"cell":{"width":1e9,"height":1e9}}'],
  ['sends an unknown message', '{"type":"stop"}'],
  ['sends no JSON', '{'],
  ['hides a long list in a message', JSON.stringify({ type: 'resume', more: Array(100_000).fill(0) })],
  ['sends nothing', ''],
] as const;

test('a viewer that violates the protocol is disconnected, and nobody else is affected', async () => {
  const { server, session, address } = await start('while read line; do printf "%s is " "$line"; stty size; done');
  const other = await openWindow(server, session);
  for (const [does, message] of HOSTILE_MESSAGES) {
    const hostile = connect(address, bearer(server));
    await hostile.open;
    hostile.socket.send(message);
    expect(await hostile.ended, does).toBe(1008);
  }
  other.type('still\r');
  await other.shows('still is 36 120');
});

test('a viewer that types a megabyte to a program that reads nothing blocks nobody', async () => {
  const { server, session, address } = await start('stty raw -echo; echo ready; sleep 1000');
  const window = await openWindow(server, session);
  await window.shows('ready');
  const typist = connect(address, bearer(server));
  await typist.open;
  typist.socket.send(Buffer.alloc(1024 * 1024, 'x'));
  typist.socket.send(Buffer.alloc(1024 * 1024 + 1, 'x'));
  expect(await typist.ended).toBe(1009);
  await apiOf(server)('POST', `/api/terminals/${session}/stop`);
  await expect.poll(() => window.told).toContainEqual({ type: 'running', isRunning: false });
});

test('bytes that are not text reach the program unchanged, and a broken socket changes nothing', async () => {
  const { server, session, address } = await start('stty raw -echo; echo ready; head -c 256 | od -An -v -tu1; cat');
  const window = await openWindow(server, session);
  await window.shows('ready');
  const typist = connect(address, bearer(server));
  await typist.open;
  typist.socket.send(Uint8Array.from({ length: 256 }, (_, index) => index));
  await window.shows(/253\s+254\s+255/u);
  typist.socket.send(Buffer.alloc(500_000, 'x'));
  typist.socket.terminate();
  window.type('still here');
  await window.shows('still here');
});

test('keys that arrive long after they were typed are dropped, and their window is informed', async () => {
  const { server, session, address } = await start('stty raw -echo; echo ready; cat');
  const window = await openWindow(server, session);
  await window.shows('ready');
  const { socket, open, frames } = connect(address, bearer(server));
  await open;
  const pongs = () =>
    frames.flatMap((frame) => {
      const text = frame.toString();
      return text.startsWith('{"type":"pong"') ? [JSON.parse(text) as { at: number; isDropped?: boolean }] : [];
    });
  socket.send('{"type":"ping"}');
  await expect.poll(() => pongs().length).toBe(1);
  const at = pongs()[0]?.at ?? 0;
  for (const [age, words] of [
    [-60_000, 'in time,'],
    [6_000, 'too late,'],
    [-60_000, 'in time again'],
  ] as const) {
    socket.send(JSON.stringify({ type: 'typed', at: at - age }));
    socket.send(Buffer.from(words));
  }
  await window.shows('in time,in time again');
  await expect.poll(() => pongs().map(({ isDropped = false }) => isDropped)).toEqual([false, true]);
  socket.terminate();
});

test('many viewers see the same', async () => {
  const { server, session } = await start('read line; seq 1 2000; cat');
  const windows = await Promise.all(Array.from({ length: VIEWERS }, () => openWindow(server, session)));
  windows[0]?.type('\r');
  for (const window of windows) await window.shows(/\n2000\n/u);
  const [first] = windows;
  for (const window of windows) expect(shownBy(window.screen.emulator)).toEqual(shownBy(first!.screen.emulator));
});

test("a window on another person's terminal is refused like one on an unknown terminal", async () => {
  const { home, server, session, address } = await start('cat');
  const second = await addPerson(server, { home, name: 'Second' });
  const nobodys = address.replace(session, 'nobodys-session');
  const [theirs, unknown] = [connect(address, bearer(second)), connect(nobodys, bearer(second))];
  expect(await theirs.ended).toBe(await unknown.ended);
  expect(theirs.frames).toEqual([]);
  const window = await openWindow(server, session);
  window.type('still mine\r');
  await window.shows(/still mine\s+still mine/u);
});

/** A terminal of Claude Code; the test sends its hooks. */
async function withHooks() {
  const { home, server } = warren;
  const { session } = await apiOf(server)<{ session: string }>('POST', '/api/terminals', { folder: home });
  const window = await openWindow(server, session);
  await window.shows(/settings \S+\.json\n/u);
  const told = (what: string) => new RegExp(`${what} (\\S+)`, 'u').exec(window.screen.text)?.[1] ?? '';
  const settings = JSON.parse(readFileSync(told('settings'), 'utf8')) as {
    readonly hooks: { readonly Stop: readonly [{ readonly hooks: readonly [{ readonly command: string }] }] };
  };
  const { command } = settings.hooks.Stop[0].hooks[0];
  const [socketPath = '', id = ''] = command
    .split(' ')
    .slice(-2)
    .map((word) => word.replaceAll("'", ''));
  const address = { socketPath, path: `/api/hooks/${id}`, method: 'POST' };
  const headers = { authorization: `Bearer ${told('secret')}` };
  return {
    server,
    session,
    window,
    address,
    claudeSession: told('session'),
    /** Returns the status of the answer, or `cut` if the connection ended before. */
    send: (body: string | Buffer, more: Record<string, string | number> = {}, to = address.path) =>
      new Promise<number | 'cut'>((resolve) => {
        const sending = request({ ...address, path: to, headers: { ...headers, ...more } });
        sending.on('error', () => resolve('cut'));
        sending.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sending.end(body);
      }),
  };
}

test('hooks of any shape change nothing, and the terminal, its hooks and its chat continue', async () => {
  const { session, window, address, claudeSession, send } = await withHooks();
  const other = await terminals.window((await start('cat')).session);
  const hook = (more: object) => JSON.stringify({ hook_event_name: 'PreToolUse', session_id: claudeSession, ...more });
  const tool = (input: unknown) => hook({ tool_name: 'Bash', tool_use_id: crypto.randomUUID(), tool_input: input });
  const nested = (depth: number) => tool('deep').replace('"deep"', `${'['.repeat(depth)}${']'.repeat(depth)}`);
  expect(await send('{"hook_event_name":')).toBe(400);
  expect(await send('')).toBe(400);
  for (const depth of [5_000, 100_000, 1_000_000]) expect(await send(nested(depth))).toBe(400);
  expect(await send('{"a":'.repeat(500_000))).toBe(400);
  expect(await send(tool(Array(500_000).fill(0)))).toBe(400);
  expect(await send(Buffer.alloc(3_000_000, 0xff))).toBe(400);
  // A connection that keeps sending can be cut before it reads the answer.
  for (const more of [{}, { 'transfer-encoding': 'chunked' }])
    expect([413, 'cut']).toContain(await send(`"${'x'.repeat(8_000_000)}"`, more));
  expect(await send(hook({}), { authorization: 'Bearer wrong' })).toBe(401);
  expect(await send(hook({}), {}, '/api/hooks/nobodys')).toBe(404);
  for (const odd of [null, 7, 'text', [], {}, { prompt: {} }, { __proto__: 1 }, { transcript_path: '/etc/passwd' }])
    expect(await send(odd === null || typeof odd !== 'object' ? JSON.stringify(odd) : hook(odd))).toBe(204);
  // These have the maximum size and depth, and are accepted.
  expect(await send(nested(25))).toBe(204);
  expect(await send(tool({ command: 'x'.repeat(3_900_000) }))).toBe(204);
  expect(await send(tool(Array(150_000).fill('</script>\u001b[2J')))).toBe(204);
  const names = ['PreToolUse', 'PostToolUse', 'PostToolBatch', 'MessageDisplay', 'Stop', 'UserPromptSubmit', 'Odd'];
  const fields = ['tool_name', 'tool_input', 'tool_use_id', 'tool_calls', 'prompt', 'message_id', 'index', 'delta'];
  const forged = fc
    .tuple(fc.constantFrom(...names), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()))
    .map(([name, values]) => hook({ ...values, hook_event_name: name }));
  for (const body of fc.sample(forged, HOOKS)) expect([204, 400]).toContain(await send(body));
  // Connections that never send the announced body.
  for (let count = 0; count < 50; count += 1) {
    const silent = request({ ...address, headers: { 'content-length': 1_000_000 } });
    silent.on('error', () => undefined);
    silent.write('{');
    onTestFinished(() => void silent.destroy());
  }
  const status = async () => (await terminals.row(session))?.status;
  expect(await send(hook({ hook_event_name: 'Stop' }))).toBe(204);
  await expect.poll(status).not.toBe('thinking');
  expect(await send(hook({ hook_event_name: 'UserPromptSubmit', prompt: 'words' }))).toBe(204);
  await expect.poll(status).toBe('thinking');
  for (const each of [window, other]) {
    each.type('it goes on\r');
    await each.shows(/it goes on\s+it goes on/u);
  }
  expect(warren.server.errors()).toBe('');
});
