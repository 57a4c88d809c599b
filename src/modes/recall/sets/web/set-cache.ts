import type { QueryClient } from '@tanstack/react-query';

import type { RecallPoint, SetDetail } from '../protocol.ts';
import { setQuery, setsQuery, STATISTICS_KEY, tagsQuery, todayQuery } from './queries.ts';

/** Updates the points of a cached set without refetching them. */
export function changeItems(
  queries: QueryClient,
  setId: string,
  change: (items: readonly RecallPoint[]) => readonly RecallPoint[],
): void {
  queries.setQueryData(setQuery(setId).queryKey, (set: SetDetail | undefined) => {
    if (!set) return set;
    const items = [...change(set.items)];
    return { ...set, items, points: items.length };
  });
}

/** Invalidates counts of sets and statistics, which refetches those that are shown. */
export function forgetCounts(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: setsQuery.queryKey });
  void queries.invalidateQueries({ queryKey: todayQuery.queryKey });
  void queries.invalidateQueries({ queryKey: tagsQuery.queryKey });
  void queries.invalidateQueries({ queryKey: ['exam-plan'] });
  // Statistics of all sets, of this one and of its points share this key prefix.
  void queries.invalidateQueries({ queryKey: [STATISTICS_KEY] });
}

export function withoutPoint(items: readonly RecallPoint[], pointId: string): readonly RecallPoint[] {
  return items.filter((item) => item.id !== pointId);
}

/** Restores a point at its position. */
export function putBack(items: readonly RecallPoint[], point: RecallPoint, index: number): readonly RecallPoint[] {
  return items.some((item) => item.id === point.id) ? items : items.toSpliced(index, 0, point);
}
