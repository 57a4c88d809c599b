import type { ProviderId } from '../protocol.ts';
import type { Usage } from './chunk.ts';
import { findModel } from './known-models.ts';

/** The cost of a call in millionths of a US dollar, rounded up; null if the model's price is unknown. */
export function costOf(usage: Usage, model: { provider: ProviderId; id: string }): number | null {
  const known = findModel(model.provider, model.id)?.price;
  if (!known) return null;
  const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const price = known.longPrompt && prompt > known.longPrompt.over ? known.longPrompt.price : known;
  const total =
    usage.inputTokens * price.input +
    usage.cacheReadTokens * price.cacheRead +
    usage.cacheWriteTokens * price.cacheWrite +
    usage.outputTokens * price.output;
  return Math.ceil(total / 1_000_000);
}

/** For example `$1.02`; below a cent with four places. */
export function dollarText(micros: number): string {
  const dollars = micros / 1_000_000;
  return `$${dollars.toFixed(micros > 0 && micros < 10_000 ? 4 : 2)}`;
}
