import { setTimeout as wait } from 'node:timers/promises';

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

test('all output before the end is delivered, even if the terminal is paused until long after', async () => {
  const pty = openPty(command("printf 'first\\n'; printf '%03000d' 7; printf 'last'"));
  pty.pause();
  let heard = '';
  pty.onData((bytes) => (heard += bytes.toString()));
  const { promise, resolve } = Promise.withResolvers<string>();
  pty.onExit(() => resolve(heard));
  expect(await promise).toMatch(/^first\r\n0{2999}7last$/u);
});

test('a resize between the end of a paused terminal and its exit event has no effect', async () => {
  const pty = openPty(command('sleep 0.2; seq 1 300'));
  const faults: unknown[] = [];
  pty.onData(() =>
    setImmediate(() => {
      try {
        pty.resize({ cols: 81, rows: 24 });
      } catch (error) {
        faults.push(error);
      }
    }),
  );
  const exited = new Promise<void>((resolve) => pty.onExit(() => resolve()));
  pty.pause();
  await exited;
  await new Promise((resolve) => setImmediate(resolve));
  expect(faults).toEqual([]);
});

test('a backspace deletes a whole character, and bytes that are no text arrive unchanged', async () => {
  const script = String.raw`printf '\377\303'; stty -a | grep -o '.iutf8'; head -n 1 | od -An -tx1; cat`;
  const pty = openPty(command(script));
  const heard: Buffer[] = [];
  pty.onData((bytes) => heard.push(bytes));
  const shows = (words: string) => expect.poll(() => Buffer.concat(heard).toString('latin1')).toContain(words);
  await shows(' iutf8');
  pty.write('aé日\u007F\u007Fb\r');
  // The letters a and b, and the line end.
  await shows('61 62 0a');
  expect([...Buffer.concat(heard).subarray(0, 2)]).toEqual([0xff, 0xc3]);
  const exited = new Promise<void>((resolve) => pty.onExit(() => resolve()));
  pty.write('\u0004');
  await exited;
});

test('after a program closed its terminal, a resize affects neither it nor a later terminal', async () => {
  const pty = openPty(command("trap '' HUP; exec <&- >&- 2>&-; sleep 60"));
  const exited = new Promise<void>((resolve) => pty.onExit(() => resolve()));
  const openOther = () => {
    const other = openPty(command('read line; stty size'));
    const { promise, resolve } = Promise.withResolvers<string>();
    let heard = '';
    other.onData((bytes) => (heard += bytes.toString()));
    other.onExit(() => resolve(heard));
    return { ended: promise, type: () => other.write('go\r') };
  };
  // The close is not reported. Another terminal soon gets the same descriptor number.
  const others = [];
  for (let count = 0; count < 20; count += 1) {
    others.push(openOther());
    await wait(20);
    pty.resize({ cols: 33, rows: 7 });
  }
  for (const { type } of others) type();
  const sizes = await Promise.all(others.map(({ ended }) => ended));
  for (const heard of sizes) expect(heard).toContain('24 80');
  process.kill(pty.pid, 'SIGKILL');
  await exited;
});
