import type { Alignment } from '../evidence/alignment.ts';
import type { PointTerms } from '../evidence/point-terms.ts';

/**
 * What of a point was not said. It names words of the point, so it is used only in that point's observation and never
 * in the feedback.
 */
export interface Missing {
  /** As written in the point, at most a few. */
  readonly words: readonly string[];
  /** The number of clauses with content of their own, and how many of them are missing. */
  readonly parts: number;
  readonly partsMissing: number;
}

const MAX_NAMED = 4;
const MET_FROM = 0.5;
/** A clause with a smaller share said is missing. */
const MIN_SHARE_OF_PART = 0.3;

export function missingOf({ reading, terms }: PointTerms, { strengths }: Alignment): Missing {
  const strengthOf = new Map(terms.map(({ stem, isKnown }, index) => [stem, isKnown ? 1 : (strengths[index] ?? 0)]));
  const lightOf = new Map(terms.map(({ stem, isLight }) => [stem, isLight]));
  const isMissing = (stem: string): boolean => (strengthOf.get(stem) ?? 1) < MET_FROM;
  const words = new Map<string, string>();
  for (const { stem, form } of reading.words)
    if (isMissing(stem) && lightOf.get(stem) === false && !words.has(stem)) words.set(stem, form);
  let [parts, partsMissing] = [0, 0];
  for (const { from, to } of reading.clauses) {
    const own = reading.words.slice(from, to).flatMap(({ stem }) => strengthOf.get(stem) ?? []);
    if (own.length === 0) continue;
    parts += 1;
    if (own.reduce((sum, strength) => sum + strength, 0) < own.length * MIN_SHARE_OF_PART) partsMissing += 1;
  }
  return { words: [...words.values()].slice(0, MAX_NAMED), parts, partsMissing };
}
