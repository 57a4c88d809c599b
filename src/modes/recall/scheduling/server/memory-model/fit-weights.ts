import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

import type { LoggedReview } from '../../domain/history.ts';
import type { FitOutcome, FromFit, ToFit } from './fit-messages.ts';

export interface Fit {
  /** Rejects with what to tell the person when the process ended without an answer, or was cancelled. */
  readonly outcome: Promise<FitOutcome>;
  /** Ends the process at once. */
  cancel(): void;
}

/** Beside this file in the sources; beside the server's own file where that is built into one. */
const FIT_PROCESS = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'fit-weights-child.ts')
  : path.join(import.meta.dirname, 'fit-weights-child.js');

/** What of the environment the process gets: no keys. */
const ENVIRONMENT = ['PATH', 'NODE_COMPILE_CACHE', 'SystemRoot'];

/** Fits weights to reviews in a process of its own, so that a crash of native code ends that one alone. */
export function fitWeights(
  reviews: AsyncIterable<LoggedReview[]>,
  before: readonly number[],
  settings: { onProgress: (progress: number) => void; processFile?: string },
): Fit {
  const child = fork(settings.processFile ?? FIT_PROCESS, [], {
    serialization: 'advanced',
    execArgv: [],
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => (complaint = `${complaint}${data.toString()}`.slice(-2_000)));
  const outcome = new Promise<FitOutcome>((resolve, reject) => {
    child.on('message', (message: FromFit) => {
      if (message.type === 'progress') settings.onProgress(message.progress);
      else resolve(message);
    });
    child.on('error', (cause) => reject(endedEarly(`it could not be run: ${cause.message}`, complaint)));
    // 'close' comes after the last message and the last of stderr; 'exit' may come before them.
    child.on('close', (code, signal) => reject(endedEarly(signal ? `signal ${signal}` : `code ${code}`, complaint)));
    send(child, reviews, before).catch((error: unknown) => {
      // It would wait for the rest for ever.
      child.kill('SIGKILL');
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
  return { outcome, cancel: () => void child.kill('SIGKILL') };
}

async function send(child: ChildProcess, pieces: AsyncIterable<LoggedReview[]>, before: readonly number[]) {
  for await (const reviews of pieces) {
    if (!child.connected) return;
    await sendOne(child, { type: 'reviews', reviews });
  }
  if (child.connected) await sendOne(child, { type: 'fit', before });
}

function sendOne(child: ChildProcess, message: ToFit): Promise<void> {
  // A process that ended meanwhile is told of by its exit.
  return new Promise((resolve) => child.send(message, () => resolve()));
}

/** What the process wrote before it ended is for the log, not for the person. */
function endedEarly(how: string, complaint: string): Error {
  return new Error(
    `The optimiser ended before it was done (${how}). Nothing was changed; your reviews are as they were.`,
    complaint === '' ? undefined : { cause: complaint },
  );
}
