import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Run by the CLI for each of its hooks, and for its status line: passes its input to the server over a socket, and ends
 * silently if the server is gone. It ends within two seconds.
 *
 * - `hold`: waits for the answer of a person, and prints it. If the server goes away meanwhile, it waits for the next
 *   one, and asks it again under the same id.
 * - `status-line`: also runs the person's own status line, if there is one, and prints its output. It ends within five
 *   seconds.
 *
 * This file imports nothing of Warren and few modules of Node, because it is started for each hook.
 */
const [socket = '', session = '', kind] = process.argv.slice(2);
const isStatusLine = kind === 'status-line';
const isHeld = kind === 'hold';
const AGAIN_AFTER_MS = 250;
/** The CLI itself gives up earlier. */
const MAX_HOLD_MS = 86_400_000;
/** Statuses of a server that received the request and does not handle it. */
const REFUSED = new Set([400, 401, 403, 413]);
const cli = process.ppid;
let ownGroup: number | undefined;
setTimeout(giveUp, isHeld ? MAX_HOLD_MS : isStatusLine ? 5_000 : 2_000).unref();
process.stdin.on('error', () => {});
const chunks: Buffer[] = [];
for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
const body = Buffer.concat(chunks);
const request = Buffer.concat([
  Buffer.from(
    [
      `POST /api/hooks/${session}${isStatusLine ? '/status-line' : ''} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${process.env['WARREN_HOOK_SECRET'] ?? ''}`,
      `Content-Length: ${body.length}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '\r\n',
    ].join('\r\n'),
  ),
  body,
]);

if (isHeld) await hold();
else {
  const sent = send();
  const own = isStatusLine ? ownStatusLine() : undefined;
  if (own !== undefined) await print(own);
  await sent;
}
process.exit(0);

async function hold(): Promise<void> {
  // The CLI can be killed, which does not end this process.
  setInterval(() => process.ppid !== cli && process.exit(0), 5_000).unref();
  while (process.ppid === cli) {
    const answer = await send();
    if (answer?.status === 200) process.stdout.write(answer.text);
    if (answer && (answer.status < 300 || REFUSED.has(answer.status))) return;
    await wait(AGAIN_AFTER_MS);
  }
}

/** Null if there is no server, or if it went away before it answered. */
function send(): Promise<{ readonly status: number; readonly text: string } | null> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const connection = connect(socket);
    connection.on('error', () => {});
    connection.on('data', (data) => received.push(data));
    connection.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(received).toString('utf8').split('\r\n\r\n');
      const text = rest.join('\r\n\r\n');
      const [, status] = /^HTTP\/1\.1 (\d{3}) /u.exec(head) ?? [];
      const length = Number(/^content-length: (\d+)$/imu.exec(head)?.[1] ?? 0);
      const isWhole = status !== undefined && Buffer.byteLength(text) >= length;
      resolve(isWhole ? { status: Number(status), text } : null);
    });
    connection.write(request);
  });
}

/** The command of the person's status line: that of the project, or else the general one. */
function ownStatusLine(): string | undefined {
  const configuration = process.env['CLAUDE_CONFIG_DIR'] ?? path.join(process.env['HOME'] ?? '/', '.claude');
  const project = (read(body.toString('utf8')) as { workspace?: { project_dir?: unknown } })?.workspace?.project_dir;
  const files = [
    ...(typeof project === 'string'
      ? ['settings.local.json', 'settings.json'].map((name) => path.join(project, '.claude', name))
      : []),
    path.join(configuration, 'settings.json'),
  ];
  for (const file of files) {
    const command = (read(contentOf(file)) as { statusLine?: { command?: unknown } } | null)?.statusLine?.command;
    if (typeof command === 'string') return command;
  }
  return undefined;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function giveUp(): void {
  try {
    if (ownGroup !== undefined) process.kill(-ownGroup, 'SIGKILL');
  } catch {
    // It has already ended.
  }
  process.exit(0);
}

/** Runs the person's own command line through a shell, as the CLI does. */
function print(command: string): Promise<void> {
  return new Promise((resolve) => {
    // In its own process group, so that all its processes can be killed.
    const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 'inherit', 'ignore'], detached: true });
    ownGroup = child.pid;
    child.stdin.on('error', () => {});
    child.on('error', () => resolve());
    child.on('close', () => {
      ownGroup = undefined;
      resolve();
    });
    child.stdin.end(body);
  });
}
