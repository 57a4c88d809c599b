import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface Finished {
  readonly code: number;
  /** Both output streams in order; empty if the output was passed through. */
  readonly output: string;
}

/** How long programs have to end by themselves. */
const MAX_ENDING_MS = 10_000;
const running = new Set<ChildProcess>();
let isWatching = false;
let isEnding = false;

/**
 * Makes a signal that ends this process also end its programs and their children. Each program leads a process group.
 */
export function watchForSignals(): void {
  if (isWatching) return;
  isWatching = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void endWithPrograms());
}

async function endWithPrograms(): Promise<never> {
  isEnding = true;
  const programs = [...running];
  const ends = programs.map((program) => once(program, 'exit'));
  for (const program of programs) signalGroup(program, 'SIGTERM');
  await Promise.race([Promise.all(ends), wait(MAX_ENDING_MS)]);
  for (const program of programs) signalGroup(program, 'SIGKILL');
  process.exit(1);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
  }
}

/**
 * Runs a program until it exits. `isQuiet` returns its output to the caller; otherwise it is passed through. A signal
 * that ends this process ends the program and its children.
 */
export function run(
  command: string,
  parameters: readonly string[],
  options: { isQuiet?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  watchForSignals();
  return new Promise((resolve, reject) => {
    // While this process ends, no further program starts.
    if (isEnding) return;
    const child = spawn(command, parameters, {
      detached: true,
      stdio: ['ignore', options.isQuiet ? 'pipe' : 'inherit', options.isQuiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...options.environment },
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      running.delete(child);
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

/** Runs all steps in order, also after a failed one. Prints the output of a failed step. */
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
