/** More tokens than any call takes: a server that tells of more has miscounted. */
const MOST = 10_000_000;

/** A count as a server tells of it: a whole number of tokens; 0 for what is none. */
export function tokenCount(told: unknown): number {
  if (typeof told !== 'number' || !Number.isFinite(told) || told < 0) return 0;
  return Math.min(MOST, Math.floor(told));
}
