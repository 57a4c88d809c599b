import { createHash } from 'node:crypto';

import { keepLatest } from '#kernel/keep-latest.ts';
import { AppError } from '#wire/error-kind.ts';

/** The number of wrong tokens without a delay, and the number forgotten per minute. */
const OF_ONE_ADDRESS = { free: 10, forgottenPerMinute: 1 };
const OF_ALL = { free: 100, forgottenPerMinute: 2 };
const MAX_DELAY_MS = 30_000;
const MINUTE_MS = 60_000;
/** How long an address is exempt after it signed in, and for how many further wrong tokens. */
const EXEMPT_MS = 24 * 60 * MINUTE_MS;
const EXEMPT_GUESSES = 20;
const MAX_ADDRESSES = 10_000;

interface Count {
  /** The number of wrong tokens not yet forgotten. */
  wrong: number;
  at: number;
  /** No token is checked before this time. */
  closedUntil: number;
}

/** Reports the result of the check: the token is right or wrong, or null if it could not be checked. */
type Settle = (isRight: boolean | null) => void;

/** Limits guesses of tokens, per address and over all addresses. */
export interface TokenGuesses {
  /**
   * Call it before a token is checked. Throws an AppError during a delay, so that the answer does not reveal whether
   * the token is right. A token counts as wrong until it is known to be right, so that concurrent guesses count too.
   */
  begin(address: string, token: string): Settle;
}

/**
 * A token that was right for the same address before is exempt, and so is an address that signed in recently, for a
 * limited number of wrong tokens. Remembers the latest 10,000 addresses of each kind. `now` is in ms. Each of `servers`
 * counts separately and allows its share, so that guessing at all of them allows no more tries than guessing at one.
 */
export function createTokenGuesses(now: () => number, servers: () => number = () => 1): TokenGuesses {
  const counts = new Map<string, Count>();
  const all: Count = { wrong: 0, at: 0, closedUntil: 0 };
  /** By address: the time of its last sign-in, and the hashes of its tokens. */
  const known = new Map<string, { at: number; readonly tokens: Set<string> }>();

  const shareOf = ({ free, forgottenPerMinute }: Limit): Limit => ({
    free: Math.ceil(free / servers()),
    forgottenPerMinute: forgottenPerMinute / servers(),
  });

  return {
    begin(address, token) {
      const at = now();
      const [ofOne, ofAll] = [shareOf(OF_ONE_ADDRESS), shareOf(OF_ALL)];
      const hash = createHash('sha256').update(token).digest('base64');
      const signedIn = known.get(address);
      const isRecent = signedIn !== undefined && at - signedIn.at < EXEMPT_MS;
      if (isRecent && signedIn.tokens.has(hash)) return () => (signedIn.at = at);

      const own = counts.get(address) ?? { wrong: 0, at, closedUntil: 0 };
      const isExempt = isRecent && forget(own, ofOne, at).wrong < EXEMPT_GUESSES / servers();
      if (isExempt) own.wrong += 1;
      else {
        refuseUntil(Math.max(own.closedUntil, all.closedUntil), at);
        count(own, ofOne, at);
        count(all, ofAll, at);
      }
      keepLatest(counts, [address, own], MAX_ADDRESSES);
      return (isRight) => {
        if (isRight === false) return;
        own.wrong = Math.max(0, own.wrong - 1);
        own.closedUntil = 0;
        if (!isExempt) {
          all.wrong = Math.max(0, all.wrong - 1);
          if (all.closedUntil > at && all.at === at) all.closedUntil = at;
        }
        if (isRight === null) return;
        const tokens = isRecent ? signedIn.tokens : new Set<string>();
        keepLatest(known, [address, { at, tokens: tokens.add(hash) }], MAX_ADDRESSES);
      };
    },
  };
}

function refuseUntil(openFrom: number, at: number): void {
  const retryAfterMs = Math.ceil(openFrom - at);
  if (retryAfterMs <= 0) return;
  const seconds = Math.ceil(retryAfterMs / 1_000);
  throw new AppError(
    'too-many',
    `Too many wrong tokens. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterMs },
  );
}

type Limit = typeof OF_ALL;

function forget(count: Count, { forgottenPerMinute }: Limit, at: number): Count {
  count.wrong = Math.max(0, count.wrong - ((at - count.at) / MINUTE_MS) * forgottenPerMinute);
  count.at = at;
  return count;
}

/** The delay doubles with each wrong token: 1, 2, 4, 8, 16 and 30 seconds. */
function count(one: Count, limit: Limit, at: number): void {
  forget(one, limit, at).wrong += 1;
  const over = Math.ceil(one.wrong - limit.free);
  if (over > 0) one.closedUntil = at + Math.min(MAX_DELAY_MS, 1_000 * 2 ** (over - 1));
}
