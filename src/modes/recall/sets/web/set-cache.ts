import type { QueryClient } from '@tanstack/react-query';

import type { RecallPoint, SetDetail } from '../protocol.ts';
import { setQuery, setsQuery, STATISTICS_KEY, todayQuery } from './queries.ts';

/** Updates a cached set withoutPoint refetching its points. Counts are refetched. */
export function changeItems(
  queries: QueryClient,
  setId: string,
  change: (items: readonly RecallPoint[]) => readonly RecallPoint[],
): void {
  queries.setQueryData(setQuery(setId).queryKey, (set: SetDetail | undefined) => {
    if (!set) return set;
    const items = [...change(set.items)];
    const fresh = items.filter((item) => item.dueAt === null).length;
    // Points being graded by an open session are listed unchanged but are not due.
    const due = Math.max(0, set.due + dueCount(items, set.day) - dueCount(set.items, set.day));
    // Only the server knows what was done today. With a limit, today's count can only shrink.
    const isAsked = set.status === 'active' && set.openSession === null;
    const exposed = { due: Math.min(set.exposed.due, due), fresh: Math.min(set.exposed.fresh, fresh) };
    const ready = { due: due - exposed.due, fresh: fresh - exposed.fresh };
    const today = {
      due: isAsked && set.reviewsPerDay === null ? ready.due : Math.min(set.today.due, ready.due),
      fresh: isAsked && set.newPerDay === null ? ready.fresh : Math.min(set.today.fresh, ready.fresh),
    };
    return { ...set, items, points: items.length, fresh, due, exposed, today };
  });
  forgetCounts(queries);
}

/** By the day on which the set was read; only the difference is used. */
function dueCount(items: readonly RecallPoint[], today: string): number {
  return items.filter(({ dueDay }) => dueDay !== null && dueDay <= today).length;
}

/** Refetches counts of sets and statistics where they are shown. */
export function forgetCounts(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: setsQuery.queryKey });
  void queries.invalidateQueries({ queryKey: todayQuery.queryKey });
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
