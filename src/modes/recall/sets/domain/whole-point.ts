/** A point as one line of text that includes its question. */
export function wholePoint(point: { readonly text: string; readonly question?: string | null }): string {
  return point.question ? `${point.question} ${point.text}` : point.text;
}
