import { failureOf } from './provider-failure.ts';

/** How long nothing may come, in milliseconds. */
export interface Patience {
  /** Until the first byte of a streamed answer. */
  readonly firstMs: number;
  /** Between two bytes. */
  readonly betweenMs: number;
  /** Until the first byte of an answer that is not streamed, and so comes at its end. */
  readonly wholeMs: number;
  /** Until the first part of the answer, and between two, whatever else comes: a server can send pings for ever. */
  readonly wordsMs: number;
}

/** More bytes than any part of an answer takes: what goes on after them is none. */
const MAX_SILENT_BYTES = 8_000_000;

/** Ends a request when nothing comes of it, or when the caller no longer wants it. */
export interface Watchdog {
  /** Aborted by a stall and by the caller alike. */
  readonly signal: AbortSignal;
  /** A byte came: the next one has `milliseconds`. */
  allow(milliseconds: number): void;
  /** Counts bytes. Throws that they cannot be read once there are too many without a part of an answer. */
  take(bytes: number): void;
  /** A part of the answer came: the count and the wait for the next part begin again. */
  hear(): void;
  isStalled(): boolean;
  /** Milliseconds that were waited in vain, once stalled. */
  waited(): number;
  /** Ends the watch, and the request with it unless that has come to its end. */
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
