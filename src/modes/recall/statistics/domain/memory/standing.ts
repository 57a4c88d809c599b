/**
 * Whether a point is fading: by the end of today it is due, or its chance is below the retention that is wanted, in the
 * whole per cents that are shown. All others that were reviewed are solid; one at the mark is, until it is due.
 */
export function isFading(point: { chance: number; isDueToday: boolean }, desiredRetention: number): boolean {
  return point.isDueToday || Math.round(point.chance * 100) < Math.round(desiredRetention * 100);
}
