import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { startServer } from '../../fixtures/server/start-server.ts';

/** The proxies of `docs/operating.md`, without TLS, in front of a server. */
const NAME = 'warren.example.org';
const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8');
const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``, 'u').exec(document)?.[1] ?? '';
const LARGE = 'x'.repeat(50_000_000);

interface Place {
  readonly folder: string;
  /** The socket that the proxy listens on. */
  readonly socket: string;
  /** Warren's host and port. */
  readonly server: string;
}

const PROXIES = {
  nginx: {
    version: '-v',
    configuration: ({ folder, socket, server }: Place) => {
      const site = block('nginx')
        .replace('listen 443 ssl;', `listen unix:${socket};`)
        .replaceAll(/ssl_certificate.*;/gu, '')
        .replace('127.0.0.1:4600', server);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      return `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
        http { access_log off; ${temporary.join(' ')} ${site} }`;
    },
    start: (file: string) => ['-e', 'stderr', '-c', file],
  },
  caddy: {
    version: 'version',
    configuration: ({ socket, server }: Place) =>
      `{\nadmin off\nauto_https off\n}\n${block('caddyfile')
        .replace(`${NAME} {`, `http://${NAME} {\nbind unix/${socket}`)
        .replace('127.0.0.1:4600', server)}`,
    start: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

/** Sends a request through a proxy, as a browser does for the server's host name. */
async function send(
  socketPath: string,
  target: string,
  { body, cookie = '' }: { body?: string; cookie?: string } = {},
) {
  const outgoing = request({
    socketPath,
    path: target,
    method: body === undefined ? 'GET' : 'POST',
    headers: { host: NAME, origin: `https://${NAME}`, 'content-type': 'application/json', cookie },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const [given = ''] = incoming.headers['set-cookie'] ?? [];
  return { status: incoming.statusCode, cookie: given, text: await text(incoming) };
}

for (const [program, proxied] of Object.entries(PROXIES)) {
  const isInstalled = spawnSync(program, [proxied.version]).status === 0;
  if (!isInstalled) process.stderr.write(`${program.toUpperCase()} IS MISSING: Warren is not tested behind it.\n`);

  test.skipIf(!isInstalled)(`${program} as documented passes sign-ins, sockets and large bodies on`, async () => {
    const folder = temporaryFolder();
    const server = await startServer({ environment: { WARREN_ALLOWED_HOSTS: NAME } });
    const socket = `${folder}/socket`;
    const file = `${folder}/configuration`;
    writeFileSync(file, proxied.configuration({ folder, socket, server: new URL(server.url).host }));
    const proxy = spawn(program, proxied.start(file), {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder },
    });
    onTestFinished(() => void proxy.kill('SIGKILL'));
    await expect.poll(() => send(socket, '/healthz').then(({ status }) => status, String)).toBe(200);

    const signedIn = await send(socket, '/api/sign-in', { body: JSON.stringify({ token: server.token }) });
    expect(signedIn).toMatchObject({ status: 200, cookie: expect.stringContaining('Secure') as string });
    const [cookie = ''] = signedIn.cookie.split(';');
    // Warren refuses a file without a name after it has received all of it.
    const refused = await send(socket, '/api/library/files', { body: LARGE, cookie });
    expect({ ...refused, ...(JSON.parse(refused.text) as object) }).toMatchObject({ kind: 'malformed', field: 'name' });
    const live = new WebSocket(`ws+unix:${socket}:/ws`, { headers: { host: NAME, origin: `https://${NAME}`, cookie } });
    onTestFinished(() => live.terminate());
    await once(live, 'open');
    const frames: string[] = [];
    live.on('message', (data: Buffer) => void frames.push(data.toString()));
    live.send(JSON.stringify({ type: 'ping', id: 'one' }));
    await expect.poll(() => frames.join('\n')).toContain('"pong"');
  });
}

/** Runs without nginx too. Caddy does all of this by default. */
test.each([
  ['its port too, which the Origin has', 'proxy_set_header Host $http_host;'],
  ['upgrades', 'proxy_http_version 1.1;'],
  ['upgrades', 'proxy_set_header Upgrade $http_upgrade;'],
  ['upgrades', 'proxy_set_header Connection $connection_upgrade;'],
  ['whose request it is', 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'],
  ['files of 50 MB', 'client_max_body_size 64m;'],
  ['files as they come', 'proxy_request_buffering off;'],
  ['silence between two pings', 'proxy_read_timeout 300s;'],
])('nginx as documented passes on %s: %s', (_, directive) => {
  expect(block('nginx')).toContain(`  ${directive}\n`);
});
