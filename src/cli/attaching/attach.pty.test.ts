import path from 'node:path';

import { expect, test } from 'vitest';

import { Emulator } from '#modes/terminal/screen/server/emulator.ts';
import { openPty } from '#platform/pty/open-pty.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { childServerOfFile } from '../../../fixtures/server/child-server-of-file.ts';
import { apiOf, type ChildServer } from '../../../fixtures/server/child-server.ts';
import { openWindow } from '../../../fixtures/terminal/terminal-window.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../../dist/server/main.js');

const warren = childServerOfFile({ PS1: '> ' });

/** Runs `warren attach` in another terminal. */
function attach(home: string, ...parameters: readonly string[]) {
  const emulator = new Emulator({ cols: 90, rows: 20 });
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  const pty = openPty({
    file: process.execPath,
    args: [BUNDLE, 'attach', ...parameters],
    cwd: home,
    env: { ...process.env, WARREN_HOME: home, TERM: 'xterm-256color' } as Record<string, string>,
    size: { cols: 90, rows: 20 },
  });
  pty.onData((bytes) => emulator.write(bytes));
  pty.onExit(({ exitCode }) => resolve(exitCode));
  const text = () => {
    const { active } = emulator.terminal.buffer;
    return Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true)).join('\n');
  };
  return {
    type: (words: string) => pty.write(Buffer.from(words)),
    shows: (words: string | RegExp) => expect.poll(text).toMatch(words),
    ended,
  };
}

async function openShell(server: ChildServer, title: string): Promise<string> {
  const program = { kind: 'command', command: ['/bin/sh'] };
  const wanted = { folder: '/tmp', title, program };
  return (await apiOf(server)<{ session: string }>('POST', '/api/terminals', wanted)).session;
}

test('a terminal is shown in another one, gets its input, and continues after it is left', async () => {
  const { home, server } = warren;
  const session = await openShell(server, 'a shell');
  const window = await openWindow(server, session);
  await window.shows(/[>#$] /u);
  window.type('echo before-$((40+2))\r');
  await window.shows('before-42');

  const attached = attach(home, 'a shell');
  await attached.shows('before-42');
  await expect.poll(() => window.told.at(-1)).toMatchObject({ type: 'size', cols: 90, rows: 20, isOwner: false });
  attached.type('echo from-$((50+1))\r');
  await attached.shows('from-51');
  await window.shows('from-51');
  attached.type('\u001C');
  expect(await attached.ended).toBe(0);
  await attached.shows('Left. It goes on running.');
  window.type('echo still-$((60+1))\r');
  await window.shows('still-61');

  // By the first letters of its id.
  const again = attach(home, session.slice(0, 24));
  await again.shows('still-61');
  again.type('exit\r');
  expect(await again.ended).toBe(0);
  await again.shows('It has ended.');
});

test('a refused attachment is explained, with a list of the running terminals', async () => {
  const nothing = attach(temporaryFolder(), 'x');
  expect(await nothing.ended).toBe(1);
  await nothing.shows('Warren does not run here. Start it with: warren start');
  const { home, server } = warren;
  const session = await openShell(server, 'another shell');
  const wrong = attach(home, 'no such');
  expect(await wrong.ended).toBe(1);
  await wrong.shows('No terminal "no such" runs here.');
  await wrong.shows(session);
  const list = attach(home);
  expect(await list.ended).toBe(0);
  // Its shell may or may not be at its prompt already.
  await list.shows(new RegExp(`${session}  another shell  /tmp  (?:running|idle)`, 'u'));
});
