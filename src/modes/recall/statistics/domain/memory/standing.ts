/**
 * A reviewed point is fading if it is due by the end of today, or if its chance is below the desired retention, both in
 * whole per cents as shown. Otherwise it is solid.
 */
export function isFading(point: { chance: number; isDueToday: boolean }, desiredRetention: number): boolean {
  return point.isDueToday || Math.round(point.chance * 100) < Math.round(desiredRetention * 100);
}
