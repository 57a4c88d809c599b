import { AppError } from '#wire/error-kind.ts';

/** At most so many at once, and so many a minute over time. Requests: far more than a person's pages and scripts make. */
const REQUESTS = 3_000;
const WRONG_TOKENS = 10;
const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Each counts one and throws an AppError where that is one too many. */
export interface RateLimits {
  /** By person, and by address where nobody is signed in: what one does shuts nobody else out. */
  request(personOrAddress: string): void;
  /** Only wrong tokens are counted, so that the right one always opens. */
  wrongToken(address: string): void;
}

export function createRateLimits(now: () => number): RateLimits {
  const mayRequest = createBuckets(REQUESTS, now);
  const mayBeWrong = createBuckets(WRONG_TOKENS, now);
  return {
    request(personOrAddress) {
      if (!mayRequest(personOrAddress)) throw new AppError('too-many', 'Too many requests. Try again in a moment.');
    },
    wrongToken(address) {
      if (!mayBeWrong(address)) throw new AppError('too-many', 'Too many wrong tokens. Try again in a minute.');
    },
  };
}

/** A bucket for each key, which fills within a minute and gives one a call; false when it is empty. */
function createBuckets(size: number, now: () => number): (key: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  return (key) => {
    const at = now();
    const bucket = buckets.get(key) ?? { left: size, at };
    const left = Math.min(size, bucket.left + (Math.max(0, at - bucket.at) / MINUTE_MS) * size);
    const isAllowed = left >= 1;
    // Put last, so that the first is the one that was not used for the longest time.
    buckets.delete(key);
    buckets.set(key, { left: isAllowed ? left - 1 : left, at });
    const oldest = buckets.keys().next();
    if (buckets.size > MAX_KEYS && !oldest.done) buckets.delete(oldest.value);
    return isAllowed;
  };
}
