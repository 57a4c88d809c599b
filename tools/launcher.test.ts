import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

const TOP = path.resolve(import.meta.dirname, '..');
const home = mkdtempSync(path.join(tmpdir(), 'warren-launcher-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function npmStart() {
  const child = spawn('npm', ['start'], {
    cwd: TOP,
    env: { ...process.env, WARREN_HOME: home, WARREN_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()));
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const line = /Warren is ready at (http:\/\/\S+)/.exec(said.out);
      if (line?.[1] !== undefined) resolve(line[1]);
    });
    void exited.then(([code]) => reject(new Error(`ended with ${code}: ${said.err}`)));
  });
  return { child, said, exited, ready };
}

test(
  'npm start prints the link; a second start names the first and ends; a signal through npm ends it with 0',
  { timeout: 180_000 },
  async () => {
    const first = npmStart();
    const link = await first.ready;
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{20,}$/);

    const second = npmStart();
    await expect(second.ready).rejects.toThrow(/already running/);
    expect((await second.exited)[0]).toBe(1);
    expect(second.said.err).toMatch(/process \d+, since .* at http:\/\/127\.0\.0\.1:\d+/);

    first.child.kill('SIGTERM');
    expect(await first.exited).toEqual([0, null]);
    expect(first.said.out.split('\n').filter((line) => line !== '' && !line.startsWith('>'))).toHaveLength(1);
  },
);
