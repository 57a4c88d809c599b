import type { TextRange } from '#text/domain/text-range.ts';

interface Found {
  readonly source: string;
  readonly score: number;
  readonly passages: readonly TextRange[];
}

/** Factor for highlighted sources: small, so that it only decides between sources that are almost equally good. */
const BONUS = 1.15;

/**
 * Raises what the person highlighted: a source if a found passage of it is highlighted, and that passage by one
 * position among those of its source. `highlights` are ranges by source.
 */
export function raiseHighlighted<Source extends Found>(
  sources: readonly Source[],
  highlights: ReadonlyMap<string, readonly TextRange[]>,
): readonly Source[] {
  if (highlights.size === 0) return sources;
  const raised = sources.map((found) => {
    const marked = highlights.get(found.source) ?? [];
    const ranked = found.passages.map((passage, rank) => {
      const isMarked = marked.some(({ start, end }) => start < passage.end && end > passage.start);
      return { passage, isMarked, rank: isMarked ? rank - 1.5 : rank };
    });
    if (!ranked.some(({ isMarked }) => isMarked)) return { found, worth: found.score };
    const passages = ranked.toSorted((one, other) => one.rank - other.rank).map(({ passage }) => passage);
    return { found: { ...found, passages }, worth: found.score * BONUS };
  });
  return raised.toSorted((one, other) => other.worth - one.worth).map(({ found }) => found);
}
