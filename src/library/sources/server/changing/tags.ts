import { withoutDirectionMarks } from '#kernel/clean-text.ts';

/** The same tag in another case is the same tag. A mark of direction would make two of them look alike. */
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
