import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Run by the CLI for hooks that take no address, and for its status line: passes what it gets on to the server. As a
 * status line it then runs the person's own, if there is one, and prints what that prints. It ends within two seconds,
 * or five with the person's own, and says nothing when the server is gone. It is a file of its own without imports of
 * Warren.
 */
const [url = '', kind] = process.argv.slice(2);
const isStatusLine = kind === 'status-line';
let ownGroup: number | undefined;
setTimeout(giveUp, isStatusLine ? 5_000 : 2_000).unref();
process.stdin.on('error', () => {});
const chunks: Buffer[] = [];
for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
const body = Buffer.concat(chunks);

const sent = fetch(isStatusLine ? `${url}/status-line` : url, {
  method: 'POST',
  headers: { authorization: `Bearer ${process.env['WARREN_HOOK_SECRET'] ?? ''}`, 'content-type': 'application/json' },
  body,
}).catch(() => undefined);
const own = isStatusLine ? ownStatusLine() : undefined;
if (own !== undefined) await print(own);
await sent;
process.exit(0);

/** The status line that the person chose: for this project, or for all. */
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
    // It has ended by itself.
  }
  process.exit(0);
}

/** The person's own command line, which the CLI too runs through a shell. */
function print(command: string): Promise<void> {
  return new Promise((resolve) => {
    // In a group of its own, so that all of it can be ended.
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
