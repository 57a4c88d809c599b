import { withoutDirectionMarks } from '#kernel/clean-text.ts';

/**
 * Removes repeated tags. Case does not distinguish tags, and direction marks are removed, because they would make two
 * different tags look alike.
 */
export function withoutRepeats(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags
    .map((tag) => withoutDirectionMarks(tag).trim())
    .filter((tag) => {
      const key = tag.toLowerCase();
      return key !== '' && !seen.has(key) && seen.add(key);
    });
}

export function changedTags(
  tags: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[] | undefined; remove?: readonly string[] | undefined },
): string[] {
  const removed = new Set(remove.map((tag) => tag.toLowerCase()));
  return withoutRepeats([...tags.filter((tag) => !removed.has(tag.toLowerCase())), ...add]);
}
