/** The same tag in another case is the same tag. */
export function withoutRepeats(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = tag.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

export function changedTags(
  tags: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[] | undefined; remove?: readonly string[] | undefined },
): string[] {
  const removed = new Set(remove.map((tag) => tag.toLowerCase()));
  return withoutRepeats([...tags.filter((tag) => !removed.has(tag.toLowerCase())), ...add]);
}
