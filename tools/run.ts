import { spawn } from 'node:child_process';

export interface Finished {
  readonly code: number;
  /** Both output streams in order; empty if they were passed through. */
  readonly output: string;
}

/** Runs a program to its end. `isQuiet` returns its output to the caller; otherwise it is passed through. */
export function run(
  command: string,
  parameters: readonly string[],
  options: { isQuiet?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      stdio: ['ignore', options.isQuiet ? 'pipe' : 'inherit', options.isQuiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...options.environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal) console.error(`${command} was ended by ${signal}`);
      resolve({ code: code ?? 1, output });
    });
  });
}

interface Step {
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
}

/** Runs all steps in order, also after a failed one. A failed step shows its output. */
export async function runSteps(steps: readonly Step[]): Promise<boolean> {
  let isGood = true;
  for (const { name, command, parameters } of steps) {
    const began = performance.now();
    const { code, output } = await run(command, parameters, { isQuiet: true });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (code !== 0) {
      isGood = false;
      console.log(output);
    }
  }
  return isGood;
}
