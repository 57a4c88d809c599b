import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Runs one of the scripts of this folder in a separate process, which prints its figures as JSON. */
export async function runScript<Figures>(script: string, parameters: readonly string[]): Promise<Figures> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    // The same option as the launcher gives Warren.
    '--max-semi-space-size=16',
    '--expose-gc',
    path.join(import.meta.dirname, script),
    ...parameters,
  ]);
  return JSON.parse(stdout) as Figures;
}
