/** What a point is called in a request, `p1` for the first: short, and the same length for everybody's ids. */
export function wireId(place: number): string {
  return `p${String(place + 1)}`;
}

/** The place, from 0, of what an answer means by such a name, and by no other: a point's own id may look so. */
export function placeOf(id: unknown): number | undefined {
  const named = typeof id === 'number' ? wireId(id - 1) : typeof id === 'string' ? id.trim() : '';
  const place = /^p?(\d{1,6})$/iu.exec(named)?.[1];
  return place === undefined ? undefined : Number(place) - 1;
}
