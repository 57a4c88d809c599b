import type { Point } from '../../evaluator/domain/evaluation.ts';

/**
 * A recalled point next to a point in the set, under the same heading: what a person asks about before showing any of
 * the point's own words. The one before it comes first. Null without one.
 */
export function recalledNeighbour(
  points: readonly Point[],
  { pointId, isRecalled }: { readonly pointId: string; readonly isRecalled: (id: string) => boolean },
): { readonly point: Point; readonly isBefore: boolean } | null {
  const place = points.findIndex(({ id }) => id === pointId);
  const own = points[place];
  for (const at of [place - 1, place + 1]) {
    const point = points[at];
    if (own && point && point.context === own.context && isRecalled(point.id)) return { point, isBefore: at < place };
  }
  return null;
}
