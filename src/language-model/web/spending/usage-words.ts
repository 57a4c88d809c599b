import { dollars } from '../money.ts';
import type { Tally } from './tally.ts';

const EXACT = new Intl.NumberFormat('en-GB');
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const LONGEST_EXACT = 10_000;

/** Tokens in a table: exact while that is short. */
export function tokensText(tokens: number): string {
  return tokens < LONGEST_EXACT ? EXACT.format(tokens) : SHORT.format(tokens);
}

/** What it cost, as far as prices are known. */
export function tallyCost({ costMicros, hasPriced, hasUnpriced }: Tally): string {
  if (!hasUnpriced) return dollars(costMicros);
  return hasPriced ? `${dollars(costMicros)} and more` : 'price not known';
}

/** The whole of it in a sentence or two. */
export function usageSentence(tally: Tally): string {
  if (tally.calls === 0) return 'No model was asked in the last 30 days.';
  const asked = tally.calls === 1 ? 'A model was asked once' : `Models were asked ${EXACT.format(tally.calls)} times`;
  const failed = tally.failedCalls === 0 ? '' : `; ${EXACT.format(tally.failedCalls)} of these failed`;
  const cost = tally.hasPriced ? ` for ${dollars(tally.costMicros)}` : '';
  const cached = cachedShare(tally);
  const fromCache = cached === 0 ? '' : ` ${cached}% of what they read came from the cache.`;
  const unpriced = tally.hasUnpriced ? ' Where a price is not known, only tokens are counted.' : '';
  return `${asked}${cost}${failed}.${fromCache}${unpriced}`;
}

function cachedShare({ tokensIn, cachedTokens }: Tally): number {
  return tokensIn === 0 ? 0 : Math.round((cachedTokens / tokensIn) * 100);
}
