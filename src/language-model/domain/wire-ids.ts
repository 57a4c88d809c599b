/** The id of a point in a request, `p1` for the first. It is shorter than the real id. */
export function wireId(place: number): string {
  return `p${String(place + 1)}`;
}

/** The position, from 0, of the point with such an id in an answer; undefined for anything else. */
export function placeOf(id: unknown): number | undefined {
  const named = typeof id === 'number' ? wireId(id - 1) : typeof id === 'string' ? id.trim() : '';
  const place = /^p?(\d{1,6})$/iu.exec(named)?.[1];
  return place === undefined ? undefined : Number(place) - 1;
}
