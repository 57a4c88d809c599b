/** Above 0 if `a` is a later version than `b`, below 0 if it is an earlier one. Compares numbers, such as 1.10.0 and 1.9.2. */
export function compareVersions(a: string, b: string): number {
  const [ours, theirs] = [a, b].map((version) => (version.match(/\d+/g) ?? []).map(Number));
  for (let at = 0; at < Math.max(ours?.length ?? 0, theirs?.length ?? 0); at += 1) {
    const difference = (ours?.[at] ?? 0) - (theirs?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
