const FIRST_MS = 500;
const MAX_DELAY_MS = 15_000;

/** The delay before the next try: doubled with each failure up to 15 s. A random share keeps pages from trying at once. */
export function reconnectDelay(failures: number, random: number): number {
  const longest = Math.min(MAX_DELAY_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(longest / 2 + (random * longest) / 2);
}
