import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { bombs } from '../../../../fixtures/documents/bombs.ts';

const READING = path.join(import.meta.dirname, 'reading-process.ts');

interface Running {
  readonly pid: number;
  readonly parent: number;
}

/** All running processes of the system, without zombies. */
function running(): readonly Running[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=']).toString().trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/));
  return all
    .filter(([, , state]) => state?.startsWith('Z') !== true)
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

test('a process that is busy with a document ends when its server is killed', async () => {
  const endless = bombs(2).find(({ name }) => name === 'form.pdf');
  const program = `
    import { ReadingProcess } from ${JSON.stringify(READING)};
    const limits = { maxSilenceMs: 600_000, maxMs: 600_000, maxResidentMb: 700 };
    const reader = new ReadingProcess(limits);
    const bytes = Uint8Array.from(Buffer.from('${Buffer.from(endless?.bytes ?? []).toString('base64')}', 'base64'));
    const document = { bytes, name: 'form.pdf', mediaType: '', url: null };
    const onProgress = () => console.log('reading');
    await reader.read(document, { signal: new AbortController().signal, onProgress });`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stdout.on('data', (data: Buffer) => (said += data.toString()));
  await expect.poll(() => said).toContain('reading');
  const [child] = running().filter(({ parent }) => parent === server.pid);
  const pid = child?.pid ?? 0;
  expect(pid).toBeGreaterThan(0);
  server.kill('SIGKILL');
  await expect.poll(() => running().some((each) => each.pid === pid)).toBe(false);
});
