import { setTimeout as delay } from 'node:timers/promises';

import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';

/** Two further attempts. */
const MAX_ATTEMPTS = 3;
const BACKOFF_MS = 500;
/** If the provider asks for a longer wait, the call fails, and its message says when to try again. */
const MAX_WAIT_MS = 8_000;

const PASSING: readonly ModelFailureKind[] = ['rate-limited', 'overloaded', 'unreachable', 'cut'];

interface Attempted {
  /** Counted from 1. */
  readonly attempt: number;
  readonly random: () => number;
  readonly backoffMs?: number | undefined;
  /** Time until the caller stops waiting, in milliseconds. */
  readonly leftMs?: number | undefined;
}

/**
 * The wait before the next attempt, in milliseconds; null if there is none. A wait requested by the provider is used as
 * it is. Otherwise the wait doubles, with jitter, so that calls that failed together are not repeated together.
 */
export function retryDelay(
  failure: ModelFailure,
  { attempt, random, backoffMs = BACKOFF_MS, leftMs = Number.POSITIVE_INFINITY }: Attempted,
): number | null {
  if (attempt >= MAX_ATTEMPTS || !PASSING.includes(failure.failure)) return null;
  const backoff = backoffMs * 2 ** (attempt - 1) * (0.5 + random());
  const asked = failure.retryAfterMs;
  if (asked !== undefined && asked > MAX_WAIT_MS) return null;
  const wait = Math.min(MAX_WAIT_MS, asked ?? backoff);
  return wait < leftMs ? wait : null;
}

/** Resolves after the wait, or at once when the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
