import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { until } from '../../../../../../fixtures/spine/world.ts';
import { fitWeights } from './fit-weights.ts';

test('a process that cannot receive its reviews is ended', async () => {
  const folder = temporaryFolder();
  const pidFile = path.join(folder, 'pid');
  const processFile = path.join(folder, 'waits.mjs');
  writeFileSync(
    processFile,
    `import { writeFileSync } from 'node:fs';
     process.on('message', () => {});
     writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`,
  );
  async function* broken() {
    yield [];
    await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 'the process runs');
    throw new Error('The disk is gone.');
  }
  const { outcome } = fitWeights(broken(), [], { onProgress: () => {}, processFile });
  await expect(outcome).rejects.toThrow('The disk is gone.');
  await until(() => !isRunning(Number(readFileSync(pidFile, 'utf8'))), 'it has ended');
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
