import { type ChildProcess, fork } from 'node:child_process';

import { programBeside } from '#worker-thread/server/program-beside.ts';

import type { LoggedReview } from '../../domain/history.ts';
import type { FitFigures } from '../../protocol.ts';

export interface Fit {
  /** Rejects with a message for the person if the process ended without an answer or was cancelled. */
  readonly outcome: Promise<FitOutcome>;
  /** Ends the process at once. */
  cancel(): void;
}

const FIT_PROCESS = programBeside(import.meta, 'fit-weights-child');

/** Environment variables that the process gets; no keys. */
const ENVIRONMENT = ['PATH', 'NODE_COMPILE_CACHE', 'SystemRoot'];

/** Fits weights to reviews in a separate process, so that a crash of native code ends only that process. */
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
    // 'close' follows the last message and the last of stderr; 'exit' can precede them.
    child.on('close', (code, signal) => reject(endedEarly(signal ? `signal ${signal}` : `code ${code}`, complaint)));
    send(child, reviews, before).catch((error: unknown) => {
      // The process would wait forever for the rest.
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
  // If the process has ended, its exit is reported instead.
  return new Promise((resolve) => child.send(message, () => resolve()));
}

/** The output of the process goes to the log, not to the person. */
function endedEarly(how: string, complaint: string): Error {
  return new Error(
    `The optimiser ended before it was done (${how}). Nothing was changed; your reviews are as they were.`,
    complaint === '' ? undefined : { cause: complaint },
  );
}

/** Messages to the fitting process: the reviews in chunks, then the weights to beat, which start it. */
export type ToFit =
  | { readonly type: 'reviews'; readonly reviews: readonly LoggedReview[] }
  | { readonly type: 'fit'; readonly before: readonly number[] };

/** Messages from it: the progress, 0 to 1, then the outcome. */
export type FromFit = { readonly type: 'progress'; readonly progress: number } | FitOutcome;

export type FitOutcome =
  /** Too few predictable reviews for a fit. */
  | { readonly type: 'too-few'; readonly reviews: number }
  /** The trial's weights predicted the later reviews no better than those in use. */
  | { readonly type: 'no-better'; readonly figures: FitFigures }
  /** They predicted better. These weights are fitted to all reviews, including the later ones. */
  | { readonly type: 'better'; readonly figures: FitFigures; readonly weights: readonly number[] };
