import { plainWords } from '#text/domain/segments.ts';

/** A proposed recall point with its source sentence, verbatim. */
export interface ProposedPoint {
  readonly text: string;
  readonly sentence: string;
}

/** Maximum length of a point. */
export const MAX_POINT_LENGTH = 2_000;

/** Removes points that repeat an earlier one except for case, spaces and marks, and those beyond the limit. */
export function distinct<Point extends ProposedPoint>(points: readonly Point[], limit: number): readonly Point[] {
  const seen = new Set<string>();
  const kept = points.filter(({ text }) => {
    const folded = plainWords(text.normalize('NFKC').toLowerCase()).join(' ');
    if (folded === '' || seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
  return kept.slice(0, limit);
}
