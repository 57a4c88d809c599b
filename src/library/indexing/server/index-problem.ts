import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';

import type { LibraryProblem } from '../../storage/protocol.ts';

const PASSING: readonly ModelFailureKind[] = ['rate-limited', 'overloaded', 'unreachable', 'stalled', 'cut'];

const MAX_RETRY_MS = 10 * 60_000;

/** Why indexing stands still, for the person. */
export function problemOf(error: unknown): LibraryProblem {
  const meanwhile = 'It goes on by itself. Until then, new sources are found by words.';
  if (!(error instanceof ModelFailure))
    return { message: 'The library could not be read for search by meaning: the store failed.', remedy: meanwhile };
  const { failure, message, detail } = error;
  if (PASSING.includes(failure)) return { message, remedy: meanwhile };
  return { message, remedy: `${detail.remedy ?? ''} Until then, new sources are found by words.`.trimStart() };
}

/** Passages that the model cannot embed. */
export function setAsideProblem(passages: number, model: string): LibraryProblem {
  const what = passages === 1 ? 'One passage' : `${passages.toLocaleString('en')} passages`;
  return { message: `${what} could not be read by ${model}.`, remedy: 'They are found by words.' };
}

/** Time until the next attempt after a number of failures in a row, in milliseconds. */
export function retryIn(error: unknown, { failures, firstMs }: { failures: number; firstMs: number }): number {
  const asked = error instanceof ModelFailure ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(MAX_RETRY_MS, firstMs * 2 ** (failures - 1)));
}
