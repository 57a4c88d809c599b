/** More tokens than any call uses. A larger count is an error of the server. */
const MAX_TOKENS = 10_000_000;

/** A token count reported by a server, as a whole number; 0 if the value is not a count. */
export function tokenCount(told: unknown): number {
  if (typeof told !== 'number' || !Number.isFinite(told) || told < 0) return 0;
  return Math.min(MAX_TOKENS, Math.floor(told));
}
