import { spawn } from 'node:child_process';

const MAX_KEPT = 10_000;

interface Run {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** Input for stdin. */
  readonly input?: string;
  /** Called with output of stdout. */
  readonly onOutput?: (text: string) => void;
}

interface Ended {
  readonly isDone: boolean;
  /** The end of its stderr. */
  readonly errors: string;
}

/** Runs a program until it exits. Rejects if it cannot be started. Kills the process at once if `signal` is aborted. */
export function runProgram(program: string, parameters: readonly string[], run: Run): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      env: run.environment,
      stdio: [run.input === undefined ? 'ignore' : 'pipe', run.onOutput ? 'pipe' : 'ignore', 'pipe'],
      ...(run.signal && { signal: run.signal }),
      killSignal: 'SIGKILL',
    });
    // A program that exits before it has read all input reports the reason with its exit code.
    child.stdin?.on('error', () => undefined).end(run.input);
    let errors = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => run.onOutput?.(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_KEPT)));
    let failure: Error | undefined;
    child.on('error', (error) => {
      failure = error;
      // A process that did start still emits `close`.
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (code) => {
      if (failure) reject(failure);
      else resolve({ isDone: code === 0, errors: errors.trim() });
    });
  });
}
