import { spawn } from 'node:child_process';

const MAX_KEPT = 10_000;

interface Run {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** What it reads on stdin. */
  readonly input?: string;
  /** Called with what it writes to stdout. */
  readonly onOutput?: (text: string) => void;
}

interface Ended {
  readonly isDone: boolean;
  /** The end of what it wrote to stderr. */
  readonly errors: string;
}

/** Runs a program to its end. Rejects if it cannot be started. Its process is ended at once if `signal` is aborted. */
export function runProgram(program: string, parameters: readonly string[], run: Run): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      env: run.environment,
      stdio: [run.input === undefined ? 'ignore' : 'pipe', run.onOutput ? 'pipe' : 'ignore', 'pipe'],
      ...(run.signal && { signal: run.signal }),
      killSignal: 'SIGKILL',
    });
    // A program that ends before it has read all of it says why by its code.
    child.stdin?.on('error', () => undefined).end(run.input);
    let errors = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => run.onOutput?.(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_KEPT)));
    let failure: Error | undefined;
    child.on('error', (error) => {
      failure = error;
      // Otherwise it ends, and `close` follows.
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (code) => {
      if (failure) reject(failure);
      else resolve({ isDone: code === 0, errors: errors.trim() });
    });
  });
}
