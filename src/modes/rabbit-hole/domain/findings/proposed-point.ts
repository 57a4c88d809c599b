/** A recall point that somebody may want to keep, and the sentence of the conversation that it came from, verbatim. */
export interface ProposedPoint {
  readonly text: string;
  readonly sentence: string;
}

export const MOST_PROPOSED = 12;
/** What a recall point may hold. */
export const LONGEST_POINT = 2_000;

/** Without those that say the same as one before them but for case, spaces and marks; no more than are offered. */
export function distinct(points: readonly ProposedPoint[]): readonly ProposedPoint[] {
  const seen = new Set<string>();
  const kept = points.filter(({ text }) => {
    const folded = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim();
    if (folded === '' || seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
  return kept.slice(0, MOST_PROPOSED);
}
