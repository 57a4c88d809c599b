import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { usageOf } from './process-usage.ts';

test('reported memory and time agree with the process’s own figures, and an ended process has none', async () => {
  const script = `
    const kept = Buffer.alloc(100_000_000, 1);
    while (process.cpuUsage().user < 100_000);
    process.send({ kept: kept.length });
    process.on('message', () => process.exit());`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const pid = child.pid ?? 0;
  await once(child, 'message');
  const usage = await usageOf(pid);
  expect(usage?.residentBytes).toBeGreaterThan(100_000_000);
  expect(usage?.residentBytes).toBeLessThan(400_000_000);
  expect(usage?.cpuMs).toBeGreaterThanOrEqual(100);
  child.send('end');
  await once(child, 'exit');
  expect(await usageOf(pid)).toBeNull();
});
