import { AppError } from '#wire/error-kind.ts';

const WINDOW_MS = 60_000;
const MAX_WRONG = 10;
const MAX_ADDRESSES = 10_000;

/** Counts wrong tokens by address, wherever they were shown: ten a minute, then none of them is even looked at. */
export interface WrongTokens {
  /** Throws while the address has used its attempts up. */
  check(address: string): void;
  add(address: string): void;
}

export function countWrongTokens(now: () => number): WrongTokens {
  const counts = new Map<string, { count: number; until: number }>();

  function current(address: string): { count: number; until: number } | undefined {
    const entry = counts.get(address);
    if (entry && entry.until > now()) return entry;
    counts.delete(address);
    return undefined;
  }
  return {
    check(address) {
      const entry = current(address);
      if (entry && entry.count >= MAX_WRONG)
        throw new AppError('too-many', 'Too many wrong tokens. Try again in a minute.');
    },
    add(address) {
      const entry = current(address);
      if (entry) {
        entry.count += 1;
        return;
      }
      const oldest = counts.keys().next();
      if (counts.size >= MAX_ADDRESSES && !oldest.done) counts.delete(oldest.value);
      counts.set(address, { count: 1, until: now() + WINDOW_MS });
    },
  };
}
