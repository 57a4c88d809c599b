import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Runs one of the scripts of this folder in a process of its own, which prints its figures as JSON. */
export async function runScript<Figures>(script: string, parameters: readonly string[]): Promise<Figures> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    // As the launcher starts Warren.
    '--max-semi-space-size=16',
    '--expose-gc',
    path.join(import.meta.dirname, script),
    ...parameters,
  ]);
  return JSON.parse(stdout) as Figures;
}
