import { keepLatest } from '#kernel/keep-latest.ts';
import { AppError } from '#wire/error-kind.ts';

/** Maximum burst, and maximum per minute after it. Far more requests than a person's pages and scripts make. */
const REQUESTS = 3_000;
/** Of one token that can only add to the library: it lies in other programs, and what it adds stays. */
const CAPTURES = 60;
/** Of one token with which a program calls tools: an agent calls several at once, and asks for little else. */
const CALLS = 300;
const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Each call counts one and throws an AppError if the limit is exceeded. */
export interface RateLimits {
  /** Counted per person, or per address if nobody is signed in, so that one client cannot lock out others. */
  request(personOrAddress: string): void;
  /** This and the next are counted per token, so that a leaked one does not lock its person out. */
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

/** A token bucket per key that refills within a minute. Returns false if it is empty. */
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
