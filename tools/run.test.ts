import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { expect, test } from 'vitest';

import { isAlive } from '../fixtures/terminal/is-alive.ts';

test('a signal that ends a process also ends the children of its programs', async () => {
  const script = `
    import { run } from '${path.join(import.meta.dirname, 'run.ts')}';
    await run('sh', ['-c', 'sleep 1000 & echo $!; wait']);
    console.log('it goes on');
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  parent.stdout.on('data', (data: Buffer) => (output += data.toString()));
  const pid = () => Number(output.trim());
  await expect.poll(pid).toBeGreaterThan(0);
  expect(isAlive(pid())).toBe(true);
  const exited = once(parent, 'exit');
  parent.kill('SIGTERM');
  expect(await exited).toEqual([1, null]);
  await expect.poll(() => isAlive(pid())).toBe(false);
});
