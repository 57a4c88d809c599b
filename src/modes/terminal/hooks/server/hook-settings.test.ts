import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import type { Program } from '../../protocol.ts';
import { HOOKS_BY_HTTP } from '../domain/read-hook.ts';
import { SECRET_VARIABLE, writeHookSettings } from './hook-settings.ts';

const URL = 'http://127.0.0.1:1/api/hooks/one';
const programWith = (hasExactText: boolean): Program => ({
  kind: 'claude',
  model: null,
  permissionMode: 'default',
  arguments: [],
  hasExactText,
  resume: null,
});

test('every hook leads to the address, with the secret of the environment alone', async () => {
  const file = path.join(temporaryFolder(), 'settings', 'one.json');
  expect(await writeHookSettings(file, { url: URL, program: programWith(false) })).toBe(file);
  const { hooks, statusLine } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly hooks: Record<string, [{ readonly hooks: [Record<string, unknown>] }]>;
    readonly statusLine: { readonly type: string; readonly command: string };
  };
  for (const event of HOOKS_BY_HTTP)
    expect(hooks[event]?.[0].hooks[0], event).toMatchObject({
      type: 'http',
      url: URL,
      headers: { Authorization: `Bearer $${SECRET_VARIABLE}` },
      allowedEnvVars: [SECRET_VARIABLE],
    });
  expect(hooks['SessionStart']?.[0].hooks[0]).toMatchObject({ type: 'command' });
  expect(statusLine).toMatchObject({ type: 'command', command: expect.stringContaining(`'${URL}' status-line`) });
});

test('the hook that holds up the display is there for sessions with exact text alone', async () => {
  const hooksWith = async (hasExactText: boolean) => {
    const file = await writeHookSettings(path.join(temporaryFolder(), 'one.json'), {
      url: URL,
      program: programWith(hasExactText),
    });
    return Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { readonly hooks: object }).hooks);
  };
  expect(await hooksWith(false)).not.toContain('MessageDisplay');
  expect(await hooksWith(true)).toContain('MessageDisplay');
});

test('nobody else may read the settings, not even those of an earlier version', async () => {
  const file = path.join(temporaryFolder(), 'settings', 'one.json');
  await writeHookSettings(file, { url: URL, program: programWith(false) });
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  writeFileSync(file, 'old');
  chmodSync(file, 0o644);
  await writeHookSettings(file, { url: URL, program: programWith(false) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
