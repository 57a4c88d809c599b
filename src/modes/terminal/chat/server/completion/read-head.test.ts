import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { readHead } from './read-head.ts';

test('the first bytes of a file are read, and nothing from a pipe, a link, a device or a folder', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('file'), 'one two three');
  symlinkSync('file', at('link'));
  execFileSync('mkfifo', [at('pipe')]);
  expect(await readHead(at('file'), 7)).toBe('one two');
  for (const name of [at('pipe'), at('link'), '/dev/zero', folder, at('missing')])
    expect(await readHead(name, 7), name).toBe('');
});
