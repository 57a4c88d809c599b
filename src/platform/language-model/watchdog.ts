import type { ModelFailure } from '#language-model/server/model-failure.ts';

import { failureOf } from './provider-failure.ts';

/** Maximum times without data, in milliseconds. */
export interface Patience {
  /** Until the first byte of a streamed answer. */
  readonly firstMs: number;
  /** Between two bytes. */
  readonly betweenMs: number;
  /** Until the first byte of an answer that is not streamed. */
  readonly wholeMs: number;
  /** Until the first part of the answer, and between two parts. Pings do not count. */
  readonly wordsMs: number;
}

/** Maximum number of bytes without a part of the answer. */
const MAX_SILENT_BYTES = 8_000_000;

/** Aborts a request that stalls, or whose caller aborts. */
export interface Watchdog {
  /** Aborted by a stall and by the caller alike. */
  readonly signal: AbortSignal;
  /** Restarts the timer: the next byte must arrive within `milliseconds`. */
  allow(milliseconds: number): void;
  /** Counts bytes. Throws a `malformed` failure if there are too many without a part of the answer. */
  take(bytes: number): void;
  /** A part of the answer arrived: restarts the count and the wait for the next part. */
  hear(): void;
  isStalled(): boolean;
  /** The time that the request stalled, in milliseconds; 0 if it did not. */
  waited(): number;
  /** Stops the timers. Aborts the request unless it is complete. */
  end(isComplete: boolean): void;
}

export function createWatchdog(caller: AbortSignal, wordsMs: number): Watchdog {
  const controller = new AbortController();
  const stop = () => controller.abort();
  let timer: NodeJS.Timeout | undefined;
  let allowed = 0;
  let stalledAfter: number | undefined;
  let unheard = 0;
  function stall(milliseconds: number): void {
    stalledAfter ??= milliseconds;
    stop();
  }
  const forWords = setTimeout(() => stall(wordsMs), wordsMs);
  if (caller.aborted) stop();
  else caller.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    allow(milliseconds) {
      if (timer !== undefined && milliseconds === allowed) {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      allowed = milliseconds;
      timer = setTimeout(() => stall(milliseconds), milliseconds);
    },
    take(bytes) {
      unheard += bytes;
      if (unheard > MAX_SILENT_BYTES) throw failureOf('malformed');
    },
    hear() {
      unheard = 0;
      forWords.refresh();
    },
    isStalled: () => stalledAfter !== undefined,
    waited: () => stalledAfter ?? 0,
    end(isComplete) {
      clearTimeout(timer);
      clearTimeout(forWords);
      caller.removeEventListener('abort', stop);
      if (!isComplete) stop();
    },
  };
}

export function stallFailure(watchdog: Watchdog): ModelFailure {
  return failureOf('stalled', { providerMessage: `no data for ${Math.ceil(watchdog.waited() / 1_000)} s` });
}
