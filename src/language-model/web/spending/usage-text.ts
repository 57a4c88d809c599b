import { figure } from '#elements/web/text/figures.ts';

import { dollars } from '../money.ts';
import type { UsageTotals } from './usage-totals.ts';

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const MAX_EXACT = 10_000;

/** A token count in a table: exact below 10,000, rounded above. */
export function tokensText(tokens: number): string {
  return tokens < MAX_EXACT ? figure(tokens) : SHORT.format(tokens);
}

/** The cost, as far as prices are known. */
export function totalCost({ costMicros, hasPriced, hasUnpriced }: UsageTotals): string {
  if (!hasUnpriced) return dollars(costMicros);
  return hasPriced ? `${dollars(costMicros)} and more` : 'price unknown';
}

export function usageSentence(totals: UsageTotals): string {
  if (totals.calls === 0) return 'No model was called in the last 30 days.';
  const asked = totals.calls === 1 ? 'A model was called once' : `Models were called ${figure(totals.calls)} times`;
  const failed = totals.failedCalls === 0 ? '' : `; ${figure(totals.failedCalls)} of these failed`;
  const cost = totals.hasPriced ? ` for ${dollars(totals.costMicros)}` : '';
  const cached = cachedShare(totals);
  const fromCache = cached === 0 ? '' : ` ${cached}% of their input came from the cache.`;
  const unpriced = totals.hasUnpriced ? ' For models with an unknown price only tokens are counted.' : '';
  return `${asked}${cost}${failed}.${fromCache}${unpriced}`;
}

function cachedShare({ tokensIn, cachedTokens }: UsageTotals): number {
  return tokensIn === 0 ? 0 : Math.round((cachedTokens / tokensIn) * 100);
}
