import { findModel } from '../../domain/known-models.ts';
import type { RoleId, UsageLine } from '../../protocol.ts';
import { roleNames } from '../role-names.ts';

export interface UsageTotals {
  readonly calls: number;
  readonly failedCalls: number;
  /** Input tokens, including those from the cache. */
  readonly tokensIn: number;
  readonly cachedTokens: number;
  readonly tokensOut: number;
  /** Millionths of a US dollar, without calls of unknown price. */
  readonly costMicros: number;
  /** Whether any call had a price, and whether any had none. */
  readonly hasPriced: boolean;
  readonly hasUnpriced: boolean;
}

const NOTHING: UsageTotals = {
  calls: 0,
  failedCalls: 0,
  tokensIn: 0,
  cachedTokens: 0,
  tokensOut: 0,
  costMicros: 0,
  hasPriced: false,
  hasUnpriced: false,
};

export function totalsOf(lines: readonly UsageLine[]): UsageTotals {
  return lines.reduce(
    (sum, line) => ({
      calls: sum.calls + line.calls,
      failedCalls: sum.failedCalls + line.failedCalls,
      tokensIn: sum.tokensIn + line.inputTokens + line.cacheReadTokens + line.cacheWriteTokens,
      cachedTokens: sum.cachedTokens + line.cacheReadTokens,
      tokensOut: sum.tokensOut + line.outputTokens,
      costMicros: sum.costMicros + (line.costMicros ?? 0),
      hasPriced: sum.hasPriced || line.costMicros !== null,
      hasUnpriced: sum.hasUnpriced || line.costMicros === null,
    }),
    NOTHING,
  );
}

export interface RoleTotals {
  readonly role: RoleId;
  /** The names of the models, each once. */
  readonly models: readonly string[];
  readonly totals: UsageTotals;
}

const ORDER = Object.keys(roleNames) as readonly RoleId[];

/** Totals by role, in the order in which roles are shown everywhere. */
export function totalsByRole(lines: readonly UsageLine[]): readonly RoleTotals[] {
  return ORDER.map((role) => {
    const own = lines.filter((line) => line.role === role);
    return { role, models: [...new Set(own.map(({ model }) => shownName(model)))], totals: totalsOf(own) };
  }).filter(({ totals }) => totals.calls > 0);
}

function shownName(model: string): string {
  return (findModel('anthropic', model) ?? findModel('openai', model))?.name ?? model;
}
