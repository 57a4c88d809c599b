import type { RecallState } from './recall-state.ts';
import { setsOf } from './session-sets.ts';

export interface Neighbour {
  readonly text: string;
  /** It precedes the point. */
  readonly isBefore: boolean;
}

/**
 * An adjacent point under the same heading that is recalled or was shown; prefers the one before the point. Null
 * without one.
 */
export function neighbourOf(state: RecallState, pointId: string): Neighbour | null {
  const { pointIds = [] } = setsOf(state).find((set) => set.pointIds.includes(pointId)) ?? {};
  const points = state.hidden?.points.filter(({ id }) => pointIds.includes(id)) ?? [];
  const place = points.findIndex(({ id }) => id === pointId);
  const own = points[place];
  const isInView = (id: string) => state.recalledIds.includes(id) || (state.hidden?.shownIds.includes(id) ?? false);
  for (const at of [place - 1, place + 1]) {
    const point = points[at];
    if (own && point && point.context === own.context && isInView(point.id))
      return { text: point.text, isBefore: at < place };
  }
  return null;
}
