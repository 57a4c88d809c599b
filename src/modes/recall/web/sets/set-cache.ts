import type { QueryClient } from '@tanstack/react-query';

import type { RecallPoint, SetDetail } from '../../protocol.ts';
import { setQuery, setsQuery, todayQuery } from '../queries.ts';

/** Changes what is held of a set, without fetching its thousands of points again; what counts points is asked anew. */
export function changeItems(
  queries: QueryClient,
  setId: string,
  change: (items: readonly RecallPoint[]) => readonly RecallPoint[],
): void {
  queries.setQueryData(setQuery(setId).queryKey, (set: SetDetail | undefined) => {
    if (!set) return set;
    const items = [...change(set.items)];
    const fresh = items.filter((item) => item.dueAt === null).length;
    return { ...set, items, points: items.length, fresh };
  });
  forgetCounts(queries);
}

/** The counts of sets are asked anew where they are shown. */
export function forgetCounts(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: setsQuery.queryKey });
  void queries.invalidateQueries({ queryKey: todayQuery.queryKey });
}

export function without(items: readonly RecallPoint[], pointId: string): readonly RecallPoint[] {
  return items.filter((item) => item.id !== pointId);
}

/** Puts a point back where it stood. */
export function putBack(items: readonly RecallPoint[], point: RecallPoint, index: number): readonly RecallPoint[] {
  return items.some((item) => item.id === point.id) ? items : items.toSpliced(index, 0, point);
}
