import type { Point } from '../evaluation.ts';

/** What a point is called in the request, `p1` for the first: short, and the same length for everybody's ids. */
export function wireId(place: number): string {
  return `p${String(place + 1)}`;
}

/** The point that an answer means: by the name it has in the request, and by no other, since a point's own id may look so. */
export function pointOf(id: unknown, points: readonly Point[]): Point | undefined {
  const named = typeof id === 'number' ? wireId(id - 1) : typeof id === 'string' ? id.trim() : '';
  const place = /^p?(\d{1,6})$/iu.exec(named)?.[1];
  return place === undefined ? undefined : points[Number(place) - 1];
}
