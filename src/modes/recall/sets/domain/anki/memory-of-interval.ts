const MIN_STABILITY = 0.001;
const HISTORICAL_RETENTION = 0.9;

/**
 * The memory that FSRS-6 assumes behind an interval and an ease of SM-2, as its optimiser converts them: at the end of
 * the interval nine of ten are recalled, and the growth from one review to the next is the ease.
 */
export function memoryOfInterval(
  { intervalDays, ease }: { readonly intervalDays: number; readonly ease: number },
  weights: readonly number[],
): { readonly stability: number; readonly difficulty: number } {
  const weight = (at: number) => weights[at] ?? 0;
  // At a retention of 0.9 the stability is the interval.
  const stability = Math.max(MIN_STABILITY, intervalDays);
  const gain = Math.exp(weight(8)) * stability ** -weight(9) * Math.expm1((1 - HISTORICAL_RETENTION) * weight(10));
  const difficulty = Math.min(10, Math.max(1, 11 - (ease - 1) / gain));
  return { stability, difficulty };
}
