import { keepLatest } from '#kernel/keep-latest.ts';
import { AppError } from '#wire/error-kind.ts';

/** The maximum burst and the maximum per minute after it. Far above what a person's pages and scripts send. */
const REQUESTS = 3_000;
/** For one capture token: it is stored in other programs, and what it adds remains. */
const CAPTURES = 60;
/** For one token for tools: an agent calls several tools at once, and sends few other requests. */
const CALLS = 300;
const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Each call counts one and throws an AppError if the limit is exceeded. */
export interface RateLimits {
  /** Counted per person, or per address if nobody is signed in, so that one client cannot lock out others. */
  request(personOrAddress: string): void;
  /** `capture` and `call` are counted per token, so that a leaked token does not lock out its person. */
  capture(token: string): void;
  call(token: string): void;
}

export function createRateLimits(now: () => number): RateLimits {
  const limit = (size: number) => {
    const isAllowed = createBuckets(size, now);
    return (key: string) => {
      if (!isAllowed(key)) throw new AppError('too-many', 'Too many requests. Try again in a moment.');
    };
  };
  return { request: limit(REQUESTS), capture: limit(CAPTURES), call: limit(CALLS) };
}

/** A token bucket per key that refills within a minute. Returns false if the bucket is empty. */
function createBuckets(size: number, now: () => number): (key: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  return (key) => {
    const at = now();
    const bucket = buckets.get(key) ?? { left: size, at };
    const left = Math.min(size, bucket.left + (Math.max(0, at - bucket.at) / MINUTE_MS) * size);
    const isAllowed = left >= 1;
    keepLatest(buckets, [key, { left: isAllowed ? left - 1 : left, at }], MAX_KEYS);
    return isAllowed;
  };
}
