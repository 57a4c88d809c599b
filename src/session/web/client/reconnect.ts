const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** How long to wait before the next try: twice as long each time, up to 15 s, and never the same for two pages. */
export function reconnectDelay(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(longest / 2 + (random * longest) / 2);
}
