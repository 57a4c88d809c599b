import { isIP } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { FetchLink } from '#library/ingestion/server/fetch-link.ts';
import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { countingServer } from '../../../fixtures/fetching/counting-server.ts';
import { hostileNames, hostileUrls, type HostileUrl } from '../../../fixtures/fetching/hostile-urls.ts';
import { watchSockets } from '../../../fixtures/fetching/watch-sockets.ts';
import type { Resolve } from './checked-connector.ts';
import { createFetchLink } from './create-fetch-link.ts';

let servers: Awaited<ReturnType<typeof countingServer>>[];
let port: number;
const reasons: Readonly<Record<HostileUrl['because'], RegExp>> = {
  private: /private network/,
  address: /not an address|characters|http:\/\/|user name|too long/,
  port: /ports/,
  name: /no site/,
};

beforeAll(async () => {
  const first = await countingServer((_request, response) => void response.end('words'));
  port = first.port;
  servers = [first, await countingServer((_request, response) => void response.end('words'), { host: '::1', port })];
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

const resolve: Resolve = async (hostname) => {
  const addresses = hostileNames[hostname];
  if (!addresses) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: isIP(address) }));
};
const fetchFrom = (fetchLink: FetchLink, url: string) =>
  fetchLink(url, { signal: new AbortController().signal, onProgress: () => undefined });

test('hostile addresses are rejected for the right reason and no socket is opened', async () => {
  expect(hostileUrls.length).toBeGreaterThan(80);
  const fetchLink = createFetchLink({ allowed: [], resolve });
  const sockets = watchSockets();
  const wrong: unknown[] = [];
  for (const { url: template, because } of hostileUrls) {
    const url = template.replace('{port}', String(port));
    const outcome = await fetchFrom(fetchLink, url).catch((error: unknown) => error);
    const isRight = outcome instanceof UnreadableDocument && reasons[because].test(outcome.message);
    if (!isRight || sockets.opened() > 0)
      wrong.push({ url, because, outcome: String(outcome), sockets: sockets.opened() });
  }
  sockets.stop();
  expect(wrong).toEqual([]);
  expect(servers.map(({ connections }) => connections())).toEqual([0, 0]);
});

test('a redirect to any hostile address is rejected and no second socket is opened', async () => {
  let target = '';
  const start = await countingServer((_request, response) => {
    // Headers are sent as Latin-1: this conversion makes them the bytes of UTF-8.
    response.writeHead(302, { location: Buffer.from(target).toString('latin1') }).end();
  });
  // An allowed name stands in for a public one; all other checks apply.
  const fetchLink = createFetchLink({ allowed: ['start.example'], resolve });
  const before = servers.map(({ connections }) => connections());
  const wrong: unknown[] = [];
  let tried = 0;
  for (const { url: template, because } of hostileUrls) {
    // Excludes addresses that lead back to the same server, and those that a header cannot contain.
    // oxlint-disable-next-line no-control-regex -- control characters are what is left out
    if (/^(\/[^/]|\d|http:\/?[^/\\]|$)|[\u0000-\u001f]/.test(template)) continue;
    target = template.replace('{port}', String(port));
    tried++;
    const sockets = watchSockets();
    const outcome = await fetchFrom(fetchLink, `http://start.example:${String(start.port)}/`).catch(
      (error: unknown) => error,
    );
    sockets.stop();
    if (!(outcome instanceof UnreadableDocument) || sockets.opened() !== 1)
      wrong.push({ target, because, outcome: String(outcome), sockets: sockets.opened() });
  }
  await start.close();
  expect(wrong).toEqual([]);
  expect(start.connections()).toBe(tried);
  expect(servers.map(({ connections }) => connections())).toEqual(before);
});

test('the servers and the watch notice an allowed fetch', async () => {
  const sockets = watchSockets();
  for (const [index, host] of ['127.0.0.1', '[::1]', 'localhost'].entries()) {
    const before = servers.map(({ connections }) => connections());
    await fetchFrom(
      createFetchLink({ allowed: ['127.0.0.0/8', '::1/128'], resolve }),
      `http://${host}:${String(port)}/`,
    );
    const after = servers.map(({ connections }) => connections());
    expect(after.reduce((sum, count) => sum + count)).toBeGreaterThan(before.reduce((sum, count) => sum + count));
    expect(sockets.opened()).toBeGreaterThan(index);
  }
  sockets.stop();
});

test('a name that resolves first to a public and later to a private address never connects to the second', async () => {
  // ::1 stands in for a public address.
  const answers = ['::1', '127.0.0.1', '127.0.0.1', '127.0.0.1'];
  let asked = 0;
  const fetchLink = createFetchLink({
    allowed: ['::1'],
    resolve: async () => [answers[asked++] ?? ''].map((address) => ({ address, family: isIP(address) })),
  });
  // Chosen first, because other tests use ports of 127.0.0.1.
  const secret = await countingServer((_request, response) => void response.end('secret'));
  const open = await countingServer(
    (request, response) =>
      void (request.url === '/'
        ? response.end('words')
        : response.writeHead(302, { location: '/secret', connection: 'close' }).end()),
    { host: '::1', port: secret.port },
  );

  const read = await fetchFrom(fetchLink, `http://rebinding.example:${String(open.port)}/`);
  expect(Buffer.from(read.bytes).toString()).toBe('words');
  expect(asked).toBe(1);

  await expect(fetchFrom(fetchLink, `http://rebinding.example:${String(open.port)}/`)).rejects.toThrow(
    /private network/,
  );
  asked = 0;
  await expect(fetchFrom(fetchLink, `http://rebinding.example:${String(open.port)}/moved`)).rejects.toThrow(
    /private network/,
  );
  expect(asked).toBe(2);
  expect(open.connections()).toBe(2);
  expect(secret.connections()).toBe(0);
  await open.close();
  await secret.close();
});

test('proxies of the environment are ignored', async () => {
  const proxy = await countingServer((_request, response) => void response.end('from the proxy'));
  const names = ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'all_proxy', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => process.env[name]);
  for (const name of names)
    process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${String(proxy.port)}`;
  try {
    const { bytes } = await fetchFrom(createFetchLink({ allowed: ['127.0.0.1'] }), `http://127.0.0.1:${String(port)}/`);
    expect(Buffer.from(bytes).toString()).toBe('words');
    expect(proxy.connections()).toBe(0);
  } finally {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await proxy.close();
  }
});
