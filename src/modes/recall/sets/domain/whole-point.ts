/** A point in one line of words, for those who read it without its question beside it. */
export function wholePoint(point: { readonly text: string; readonly question?: string | null }): string {
  return point.question ? `${point.question} ${point.text}` : point.text;
}
