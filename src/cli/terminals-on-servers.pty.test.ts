import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import type { TerminalRow } from '#modes/terminal/protocol.ts';
import { serverIdOf } from '#platform/database/data-folder/server-id.ts';
import { Hops } from '#platform/http/passing-on/hops.ts';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { addPerson } from '../../fixtures/server/add-person.ts';
import { apiOf, type ChildServer } from '../../fixtures/server/child-server.ts';
import { openCluster } from '../../fixtures/server/cluster.ts';
import { endHost } from '../../fixtures/terminal/end-host.ts';
import { openWindow } from '../../fixtures/terminal/terminal-window.ts';

const socketFolder = inject('postgres') ?? '';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const OUTPUT = 'each line of it\n'.repeat(3_000);

/** Replaces Claude Code in a data folder with a stand-in whose conversation has an image and a long output. */
function claudeIn(home: string): NodeJS.ProcessEnv {
  const source = { type: 'base64', media_type: 'image/png', data: PIXEL };
  const call = { type: 'tool_use', id: 'call', name: 'Bash', input: { command: 'list' } };
  const said = [
    { type: 'user', uuid: 'u', message: { content: [{ type: 'image', source }] } },
    { type: 'assistant', uuid: 'a', parentUuid: 'u', message: { id: 'm', content: [call] } },
    {
      type: 'user',
      uuid: 'r',
      parentUuid: 'a',
      message: { content: [{ type: 'tool_result', tool_use_id: 'call', content: OUTPUT }] },
    },
  ];
  const program = path.join(home, 'claude');
  const transcripts = path.join(home, '.claude', 'projects', 'here');
  mkdirSync(transcripts, { recursive: true });
  writeFileSync(path.join(home, 'said'), said.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(
    program,
    `#!/bin/sh
while [ "$1" != --session-id ]; do shift; done
cp "${home}/said" "${transcripts}/$2.jsonl"
exec sleep 1000
`,
  );
  chmodSync(program, 0o755);
  return { WARREN_CLAUDE: program, HOME: home };
}

/** Two servers, with terminals on the first. */
async function start() {
  const cluster = await openCluster(socketFolder);
  const home = temporaryFolder();
  const claude = claudeIn(home);
  const one = await cluster.startChild(claude, home);
  onTestFinished(() => endHost(one.home));
  const two = await cluster.startChild();
  return {
    cluster,
    claude,
    one,
    two,
    open: async (script: string | null) => {
      const program = script === null ? { kind: 'claude' } : { kind: 'command', command: ['/bin/bash', '-c', script] };
      const opened = await apiOf(one)<{ session: string }>('POST', '/api/terminals', { folder: one.home, program });
      return opened.session;
    },
    rowAt: async (server: ChildServer, session: string) => {
      const { terminals } = await apiOf(server)<{ terminals: TerminalRow[] }>('GET', '/api/terminals');
      return terminals.find((each) => each.session === session);
    },
  };
}

async function answerOf(server: ChildServer, [method, url]: readonly [string, string], token = server.token) {
  const response = await fetch(`${server.url}${url}`, { method, headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.text() };
}

/** A window that reads nothing until it is resumed, and confirms nothing. */
async function openSilently(server: ChildServer, session: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/terminal/${session}`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  let bytes = 0;
  socket.on('message', (data: Buffer) => (bytes += data.length));
  const closed = once(socket, 'close') as Promise<[number]>;
  await once(socket, 'open');
  socket.pause();
  return {
    resume: () => socket.resume(),
    bytes: () => bytes,
    async closeWith(code: number) {
      socket.close(code);
      return (await closed)[0];
    },
  };
}

describe.skipIf(socketFolder === '')('terminals on two servers', () => {
  test('terminals continue on their server while another one serves the person, who can be brought back', async () => {
    const { cluster, claude, one, two, open, rowAt } = await start();
    const session = await open('echo first; while read line; do echo "heard $line at $(tput cols)"; done');
    const ending = await open('echo here; until [ -e go ]; do sleep 0.05; done; touch gone; exit 7');
    const recording = `/api/sessions/${session}/recording`;
    const chat = `/api/sessions/${await open(null)}/chat`;
    const [output, image] = [`${chat}/tools/call/output`, `${chat}/images/u/0`];
    await expect.poll(async () => (await answerOf(two, ['GET', output])).body).toBe(OUTPUT);

    // Through the server that does not serve the person.
    const before = await openWindow(two, session);
    await before.shows('first');
    before.tell({ type: 'size', cols: 91, rows: 20, isClaim: true });
    await expect.poll(() => before.told.at(-1)).toMatchObject({ type: 'size', cols: 91, isOwner: true });
    before.type('you\r');
    await before.shows('heard you at 91');

    // A stalled reader on that route receives little of the output, because no server buffers it.
    const long = await open('read line; head -c 20000000 /dev/zero | tr "\\0" x; echo; echo all of it; read line');
    const silent = await openSilently(two, long);
    const beside = await openWindow(two, long);
    beside.type('\r');
    await beside.shows('all of it');
    silent.resume();
    // The close follows everything in transit. A server closes the window earlier if pings stay unanswered for long.
    await silent.closeWith(4_000);
    expect(silent.bytes()).toBeLessThan(2_000_000);
    const leaving = await openSilently(two, long);
    leaving.resume();
    // The close passes back through both servers.
    expect(await leaving.closeWith(4_000)).toBe(4_000);
    await beside.close();
    const ofNone = await openWindow(two, randomUUID());
    expect(await ofNone.closed).toBe(1013);

    // The terminals' server dies, and the other one serves the person. Nothing reports that the programs ended.
    await one.kill();
    expect(await before.closed).toBe(1006);
    await cluster.letSilencePass(one.url);
    expect(await rowAt(two, session)).toMatchObject({ status: 'running', exit: null, server: { isAlive: false } });
    const refused = [
      ['GET', recording],
      ['GET', output],
      ['GET', image],
      ['DELETE', recording],
      ['GET', `/api/sessions/${session}/screen`],
      ['GET', `/api/terminals/${session}/files?path=`],
      ['POST', `/api/terminals/${session}/stop`],
      ['POST', `/api/terminals/${session}/go-on`],
    ] as const;
    for (const each of refused) {
      const { status, body } = await answerOf(two, each);
      expect({ each, status, ...(JSON.parse(body) as object) }).toMatchObject({
        status: 409,
        reason: 'on-other-server',
        message: expect.stringMatching(/is on the server .+ does not run/) as string,
      });
    }

    // The terminals' server runs again. The person stays at the other one, and reads the files of the terminal through
    // it.
    const again = await cluster.startChild(claude, one.home);
    expect(await cluster.ownersAddress()).toBe(two.url);
    expect(await rowAt(two, session)).toMatchObject({ status: 'running', server: { isAlive: true } });
    const read = await answerOf(two, ['GET', recording]);
    expect({ status: read.status, body: read.body }).toEqual({
      status: 200,
      body: expect.stringContaining('heard you'),
    });
    expect((await answerOf(two, ['GET', `/api/terminals/${session}/files?path=`])).body).toContain('server.id');
    expect((await answerOf(two, ['GET', output])).body).toBe(OUTPUT);
    const response = await fetch(`${two.url}${image}`, { headers: { authorization: `Bearer ${two.token}` } });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PIXEL);
    expect((await answerOf(two, ['POST', `/api/terminals/${session}/stop`])).body).toMatch(/Choose \\"Go on at /);
    const toAnswer = chat.replace(/chat$/u, 'prompts/answer');
    const answer = { id: 'answer', permissionId: 'none', shown: '', behavior: 'allow' };
    await expect(apiOf(two)('POST', toAnswer, answer)).rejects.toThrow(/on-other-server/u);
    // Another person cannot read them.
    const of = { home: two.home, name: 'Other', environment: cluster.environment };
    const { token: other } = await addPerson(two, of);
    expect((await answerOf(two, ['GET', recording], other)).status).toBe(404);
    expect((await answerOf(two, ['GET', output], other)).status).toBe(404);
    const { rows } = await cluster.client.query<{ internal_address: string }>(
      'select internal_address from servers where address = $1',
      [again.url],
    );
    const hop = new Hops({ id: 'two', secret: cluster.environment.WARREN_CLUSTER_SECRET });
    const signed = (url: string) =>
      serverIdOf(one.home).then((id) =>
        hop.sign(id, { method: 'GET', url }, { address: '192.0.2.1', purpose: 'read' }),
      );
    const readDirectly = async (url: string, token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-warren-hop': await signed(url) };
      return (await fetch(`${rows[0]?.internal_address}${url}`, { headers })).status;
    };
    expect(await readDirectly(recording, other)).toBe(404);
    expect(await readDirectly(recording, one.token)).toBe(200);
    expect(await readDirectly('/api/recall/sets', one.token)).toBe(503);
    writeFileSync(path.join(one.home, 'go'), '');
    await expect.poll(() => existsSync(path.join(one.home, 'gone'))).toBe(true);
    expect(await rowAt(two, ending)).toMatchObject({ status: 'running' });

    // Back at their server the terminals are attached, and those that ended meanwhile are known.
    await apiOf(two)('POST', `/api/terminals/${session}/go-on`);
    await expect.poll(() => rowAt(two, session)).toMatchObject({ status: 'running', run: 1, server: null });
    const after = await openWindow(two, session);
    await after.shows('heard you at 91');
    after.type('me\r');
    await after.shows('heard me at 91');
    await expect
      .poll(() => rowAt(two, ending))
      .toMatchObject({ status: 'ended', exit: { exitCode: 7, reason: 'exited' } });
  });
});
