import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readEvents } from '../../../../fixtures/claude/read-events.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { apiOf, startProcess } from '../../../../fixtures/server/child-server.ts';
import { openWindow } from '../../../../fixtures/terminal/terminal-window.ts';

/** A double of Claude Code: writes its token and arguments to a file, and waits. */
const STUB = '#!/bin/sh\nprintf "%s\\n" "$WARREN_LIBRARY_TOKEN" "$@" end > given.new && mv given.new given\nexec cat\n';

/** A free port that the system does not assign automatically, so the restarted server can use it again. */
async function keptPort(): Promise<number> {
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); ; port += 1) {
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(probe.close(), 'close');
    return port;
  }
}

async function begin() {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const stub = path.join(folder, 'claude');
  writeFileSync(stub, STUB, { mode: 0o755 });
  // Programs survive the server.
  const settings = { home, environment: { WARREN_CLAUDE: stub, WARREN_END_TERMINALS: '', WARREN_LOG_LEVEL: 'debug' } };
  let server = await startProcess({ ...settings, port: await keptPort() });
  let output = '';
  onTestFinished(async () => void (await server.stop()));
  const api = <Answer>(method: string, url: string, body?: object) => apiOf(server)<Answer>(method, url, body);
  const { id: bucketId } = await api<{ id: string }>('POST', '/api/library/buckets', { name: 'Notes' });
  const program = { kind: 'claude', arguments: ['--mcp-config', 'own.json', '--strict-mcp-config'] };
  const wanted = { folder, program, library: { bucketId, canKeep: true } };
  const { session } = await api<{ session: string }>('POST', '/api/terminals', wanted);
  const given = path.join(folder, 'given');
  return {
    home,
    bucketId,
    output: () => output + server.output() + server.errors(),
    /** The token and arguments with which the program was started. */
    async given() {
      await expect.poll(() => existsSync(given)).toBe(true);
      const [token = '', ...args] = readFileSync(given, 'utf8').split('\n');
      return { token, args };
    },
    /** The status of the answer to a request with a token. */
    async asks(token: string) {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
      return (await fetch(`${server.url}/mcp`, { method: 'POST', headers, body })).status;
    },
    async restartServer({ port }: { readonly port?: number } = {}) {
      output += server.output() + server.errors();
      await server.kill();
      server = await startProcess({ ...settings, ...(port !== undefined && { port }) });
    },
    port: () => Number(new URL(server.url).port),
    async stop() {
      await api('POST', `/api/terminals/${session}/stop`);
    },
    async startAgain() {
      await api('POST', `/api/terminals/${session}/stop`);
      writeFileSync(given, '');
      await api('POST', `/api/terminals/${session}/restart`, {});
      await expect.poll(() => readFileSync(given, 'utf8')).toMatch(/end\n$/u);
    },
    /** The problem that windows show. */
    async trouble() {
      const window = await openWindow(server, session);
      await expect.poll(() => window.told).toContainEqual(expect.objectContaining({ type: 'recording' }));
      await window.close();
      return window.told.findLast((news) => news.type === 'recording')?.trouble;
    },
    closeLibrary: () => api('DELETE', `/api/terminals/${session}/library`),
    events: () => readEvents(server, session),
    closings: async () =>
      (await readEvents(server, session)).flatMap((event) => (event.type === 'library_closed' ? [event.reason] : [])),
  };
}

test('each run of Claude Code has its own token for the library, only in its environment, until it ends', async () => {
  const warren = await begin();
  const { closings } = warren;
  const [first, address] = [await warren.given(), warren.port()];
  const [config, ...own] = first.args.flatMap((word, at) => (first.args[at - 1] === '--mcp-config' ? word : []));
  expect(config).toContain(`"url":"http://127.0.0.1:${address}/mcp"`);
  expect([own, first.args]).toEqual([['own.json'], expect.arrayContaining(['--strict-mcp-config'])]);
  expect(await warren.asks(first.token)).toBe(200);
  await warren.restartServer({ port: address });
  expect(await warren.asks(first.token)).toBe(200);
  await warren.stop();
  expect(await warren.asks(first.token)).toBe(401);

  await warren.startAgain();
  const second = await warren.given();
  expect(await warren.asks(second.token)).toBe(200);
  await warren.restartServer();
  await expect.poll(closings).toEqual(['old-address']);
  expect(await warren.trouble()).toMatch(/cannot reach your library/u);
  expect(await warren.asks(second.token)).toBe(401);

  await warren.startAgain();
  const third = await warren.given();
  expect(await warren.asks(third.token)).toBe(200);
  await warren.closeLibrary();
  expect(await warren.asks(third.token)).toBe(401);
  expect(await closings()).toEqual(['old-address', 'stopped']);
  await warren.startAgain();
  const last = await warren.given();
  expect(last.token).toBe('');
  expect(last.args.join(' ')).not.toContain('WARREN_LIBRARY_TOKEN');

  const tokens = [first, second, third].map(({ token }) => token);
  expect(new Set(tokens).size).toBe(3);
  expect((await warren.events())[0]).toMatchObject({
    type: 'session_started',
    library: { bucket: { id: warren.bucketId, name: 'Notes' }, canKeep: true },
  });
  const files = globSync(`${warren.home}/**/*`).filter((file) => statSync(file).isFile());
  const written = [warren.output(), ...[first, second, third, last].flatMap(({ args }) => args)];
  for (const token of tokens) {
    expect(written.filter((text) => text.includes(token))).toEqual([]);
    expect(files.filter((file) => readFileSync(file).includes(token))).toEqual([]);
  }
});
