import { expect, test } from 'vitest';

import type { PtyCommand } from '#modes/terminal/running/server/pty.ts';

import { openPty } from './open-pty.ts';

const command = (script: string): PtyCommand => ({
  file: '/bin/sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: '/usr/bin:/bin' },
  size: { cols: 80, rows: 24 },
});

test('what a program said before its end is heard, also where it is paused until long after', async () => {
  const pty = openPty(command("printf 'first\\n'; printf '%03000d' 7; printf 'last'"));
  pty.pause();
  let heard = '';
  pty.onData((bytes) => (heard += bytes.toString()));
  const { promise, resolve } = Promise.withResolvers<string>();
  pty.onExit(() => resolve(heard));
  expect(await promise).toMatch(/^first\r\n0{2999}7last$/u);
});

test('a program that closes its terminal and lives on is not resized, nor is what came after it', async () => {
  const pty = openPty(command("trap '' HUP; exec <&- >&- 2>&-; sleep 5"));
  const exited = new Promise<void>((resolve) => pty.onExit(() => resolve()));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // The end of its output is the end of its terminal.
  const others: ReturnType<typeof openPty>[] = [];
  const look = setInterval(() => {
    const other = openPty(command('stty size; read line; stty size'));
    others.push(other);
    pty.resize({ cols: 33, rows: 7 });
    if (others.length > 5) resolve();
  }, 100);
  await closed;
  clearInterval(look);
  let heard = '';
  const last = others.at(-1)!;
  last.onData((bytes) => (heard += bytes.toString()));
  const ended = new Promise<void>((end) => last.onExit(() => end()));
  last.write('go\r');
  await ended;
  expect(heard.match(/24 80/gu)).toHaveLength(2);
  for (const other of others.slice(0, -1)) other.write('go\r');
  process.kill(pty.pid, 'SIGKILL');
  await exited;
});
