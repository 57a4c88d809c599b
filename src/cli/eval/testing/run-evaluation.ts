import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { onTestFinished } from 'vitest';

const MAIN = path.join(import.meta.dirname, '../../main.ts');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs `warren eval` offline in its own process until it ends. */
export async function runEvaluation(home: string, ...parameters: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, 'eval', ...parameters], {
    env: { PATH: process.env['PATH'], WARREN_HOME: home, WARREN_OFFLINE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let error = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (error += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
}

/** Writes labelled data, one line each; strings are written unchanged. Returns the path. */
export function writeLabelled(folder: string, lines: readonly unknown[]): string {
  const file = path.join(folder, 'labelled.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

/** The figures of a run with `--json`. */
export function lastLine(out: string): unknown {
  return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
}
