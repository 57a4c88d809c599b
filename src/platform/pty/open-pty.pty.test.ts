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
