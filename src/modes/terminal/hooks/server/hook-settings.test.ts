import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import type { Program } from '../../protocol.ts';
import { HEARD_HOOKS } from '../domain/read-hook.ts';
import { writeHookSettings } from './hook-settings.ts';

async function write({ hasExactText = false, folder = path.join(temporaryFolder(), "the person's") } = {}) {
  const program: Program = {
    kind: 'claude',
    model: null,
    permissionMode: 'default',
    arguments: [],
    hasExactText,
    resume: null,
  };
  const file = await writeHookSettings(folder, { socket: '/run/hooks', session: 'one', program });
  const settings = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly hooks: Record<string, [{ readonly hooks: [{ readonly type: string; readonly command: string }] }]>;
    readonly statusLine: { readonly type: string; readonly command: string };
  };
  return { folder, file, ...settings };
}

test('every hook uses the socket, and that of a permission waits', async () => {
  const { hooks, statusLine } = await write();
  for (const event of HEARD_HOOKS) {
    const isHeld = event === 'PermissionRequest';
    expect(hooks[event]?.[0].hooks, event).toMatchObject([
      {
        type: 'command',
        command: expect.stringMatching(isHeld ? / '\/run\/hooks' 'one' hold$/u : / '\/run\/hooks' 'one'$/u),
      },
    ]);
  }
  expect(statusLine).toMatchObject({ type: 'command', command: expect.stringMatching(/ 'one' status-line$/u) });
  // There is no socket: the hook ends silently, even from a folder with a quotation mark in its name.
  const [
    {
      hooks: [start],
    },
  ] = hooks['SessionStart']!;
  expect(execFileSync('/bin/sh', ['-c', start.command], { input: '{}', encoding: 'utf8' })).toBe('');
});

test('only sessions with exact text have the hook that delays the display', async () => {
  expect((await write()).hooks).not.toHaveProperty('MessageDisplay');
  expect((await write({ hasExactText: true })).hooks).toHaveProperty('MessageDisplay');
});

test('other accounts cannot read the settings, including those of an earlier version', async () => {
  const { folder, file } = await write();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(file, 'old');
  chmodSync(file, 0o644);
  await write({ folder });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
