import type { QueryClient } from '@tanstack/react-query';

import type { RecallPoint, SetDetail } from '../protocol.ts';
import { setQuery, setsQuery, STATISTICS_KEY, todayQuery } from './queries.ts';

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
    // What a session is still grading is among the points as it was, and not among what is due.
    const due = Math.max(0, set.due + dueCount(items, set.day) - dueCount(set.items, set.day));
    // What was done today is the server's to know: where there is a limit, only that no more is asked than there is.
    const isAsked = set.status === 'active';
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

/** As of the day on which the set was read: the difference is what counts here. */
function dueCount(items: readonly RecallPoint[], today: string): number {
  return items.filter(({ dueDay }) => dueDay !== null && dueDay <= today).length;
}

/** The counts of sets, and what is said of how they stand, are asked anew where they are shown. */
export function forgetCounts(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: setsQuery.queryKey });
  void queries.invalidateQueries({ queryKey: todayQuery.queryKey });
  // Of all sets, of this one and of its points: their keys begin with this one.
  void queries.invalidateQueries({ queryKey: [STATISTICS_KEY] });
}

export function without(items: readonly RecallPoint[], pointId: string): readonly RecallPoint[] {
  return items.filter((item) => item.id !== pointId);
}

/** Puts a point back where it stood. */
export function putBack(items: readonly RecallPoint[], point: RecallPoint, index: number): readonly RecallPoint[] {
  return items.some((item) => item.id === point.id) ? items : items.toSpliced(index, 0, point);
}
