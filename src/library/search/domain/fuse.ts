import type { FoundBy } from '../protocol.ts';

/** The score of a source by one arm; higher is better. */
export interface SourceScore {
  readonly source: string;
  readonly score: number;
}

/** The result of search by meaning, and how its model wants to be used. */
export interface MeaningScores {
  /** Cosines. */
  readonly scores: readonly SourceScore[];
  /** The least cosine at which a source counts as found. */
  readonly threshold: number;
  /** Share of the cosine in the fused score, 0 to 1. */
  readonly weight: number;
  /** Whether a source has any vector: one without has its words alone. */
  hasVector(source: string): boolean;
}

export interface FusedSource {
  readonly source: string;
  /** 0 to 1. */
  readonly score: number;
  readonly foundBy: FoundBy;
  /** Null if it was not found by meaning. */
  readonly similarity: number | null;
}

/**
 * A convex combination of both arms, each scaled to 0 to 1, best first. Unlike ranks, scaled scores keep how much
 * better one source is than the next. Words alone have no cosine to be scaled with, so a source without vectors is not
 * held down by what nobody has computed yet. `isStrict`: a source with vectors must be near by meaning, whatever its
 * words are.
 */
export function fuse(
  words: readonly SourceScore[],
  meaning: MeaningScores | null,
  { isStrict = false } = {},
): readonly FusedSource[] {
  const byWords = scaled(words);
  if (!meaning)
    return sorted([...byWords].map(([source, score]) => ({ source, score, foundBy: 'words', similarity: null })));
  const { weight, threshold, scores } = meaning;
  const cosines = new Map(scores.map(({ source, score }) => [source, score]));
  const byMeaning = scaled(scores);
  const sources = new Set([...byWords.keys(), ...byMeaning.keys()]);
  return sorted(
    [...sources].flatMap((source): FusedSource[] => {
      const cosine = cosines.get(source);
      const isNear = cosine !== undefined && cosine >= threshold;
      const said = byWords.get(source);
      if (said === undefined && !isNear) return [];
      const hasVector = cosine !== undefined || meaning.hasVector(source);
      if (isStrict && hasVector && !isNear) return [];
      const share = hasVector ? weight : 0;
      const score = share * (byMeaning.get(source) ?? 0) + (1 - share) * (said ?? 0);
      const foundBy = said === undefined ? 'meaning' : isNear ? 'both' : 'words';
      return [{ source, score, foundBy, similarity: isNear ? cosine : null }];
    }),
  );
}

/**
 * The best becomes 1; 0 stays 0, which in both arms means unrelated. The least score that was found would be no such
 * point: it depends on how many were asked for.
 */
function scaled(scores: readonly SourceScore[]): ReadonlyMap<string, number> {
  const best = Math.max(...scores.map(({ score }) => score));
  return new Map(scores.map(({ source, score }) => [source, best > 0 ? Math.max(0, score / best) : 0]));
}

function sorted(sources: FusedSource[]): readonly FusedSource[] {
  return sources.sort((one, other) => other.score - one.score);
}

/** The best score of each source. */
export function bestOf(scores: readonly SourceScore[]): readonly SourceScore[] {
  const best = new Map<string, SourceScore>();
  for (const each of scores) if (each.score > (best.get(each.source)?.score ?? -Infinity)) best.set(each.source, each);
  return [...best.values()];
}
