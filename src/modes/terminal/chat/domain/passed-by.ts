import type { MergedItem } from './merging/merged-item.ts';

/** How often what is under way is checked. A file that is behind by more is not about to have it any more. */
export const CHECK_EVERY_MS = 60_000;

/** Items of a turn under way that the transcript has passed by: it tells of what is later, and has had a minute for these. */
export function passedBy(items: readonly MergedItem[], now: number): readonly MergedItem[] {
  const told = items.flatMap(({ item, feeds }) => (feeds.includes('transcript') ? [item.at] : []));
  const latest = Math.max(...told, 0);
  return items.filter(
    ({ item, feeds }) => !feeds.includes('transcript') && item.at < latest && now - item.at >= CHECK_EVERY_MS,
  );
}
