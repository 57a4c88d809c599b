/**
 * Positive if `a` is the later version, negative if it is the earlier one. Compares by number: 1.10.0 is later than
 * 1.9.2.
 */
export function compareVersions(a: string, b: string): number {
  const [ours, theirs] = [a, b].map((version) => (version.match(/\d+/g) ?? []).map(Number));
  for (let at = 0; at < Math.max(ours?.length ?? 0, theirs?.length ?? 0); at += 1) {
    const difference = (ours?.[at] ?? 0) - (theirs?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
