import type { FoundBy } from '../protocol.ts';

/** The score of a source by one arm; higher is better. */
export interface SourceScore {
  readonly source: string;
  readonly score: number;
}

export interface WordsScore extends SourceScore {
  /** The share of the query that the source covers, 0 to 1. */
  readonly covered: number;
}

/**
 * Selects among the sources that share a word with the query or are near it. `all`: each of them. `meant`: those that
 * are near or cover enough of the query. `best`: of these, the nearest one, those that are clearly near, and those
 * whose score by words is not far below the best.
 */
export type Keeps = 'all' | 'meant' | 'best';

/**
 * The least covered share of a query at which a source is found by words: a smaller one can be a single common word.
 */
const MIN_COVERED = 0.12;
/** The same for a source that has no vector yet, where others have one. */
const MIN_COVERED_UNREAD = 0.3;
/** The same for a source that is known not to be near: its words alone have to cover the subject. */
const MIN_COVERED_FAR = 0.4;
/**
 * For a source that is almost near and covers almost enough: the least sum of both, each as a share of its threshold.
 */
const MIN_TOGETHER = 1.3;
/** A source that covers less than this share of the query must be nearer: at least `MIN_NEARNESS_ALONE`. */
const NEXT_TO_NOTHING = 0.05;
const MIN_NEARNESS_ALONE = 1.13;
/** As a share of the best score by words. */
const MIN_OF_BEST = 0.5;

/** The result of search by meaning, and the parameters of its model. */
export interface MeaningScores {
  /** Cosines. */
  readonly scores: readonly SourceScore[];
  /** The least cosine at which a source counts as found. */
  readonly threshold: number;
  /** Share of the cosine in the fused score, 0 to 1. */
  readonly weight: number;
  /** Whether a source has any vector: one without is scored by words alone. */
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

interface Fusing {
  /** Default: `all`. */
  readonly keeps?: Keeps;
  /** Sources with the query as a name: they are found, and come first. */
  readonly named?: ReadonlySet<string>;
}

/**
 * Combines both arms convexly, each scaled to 0 to 1, best first. Unlike ranks, scaled scores preserve how much better
 * one source is than the next. A source without vectors gets the whole weight on its words, so that missing vectors do
 * not lower its score.
 */
export function fuse(
  words: readonly WordsScore[],
  meaning: MeaningScores | null,
  { keeps = 'all', named = new Set() }: Fusing = {},
): readonly FusedSource[] {
  const { scores = [], threshold = 1, weight = 0 } = meaning ?? {};
  const byWords = scaled(words);
  const byMeaning = scaled(scores);
  const covered = new Map(words.map(({ source, covered: share }) => [source, share]));
  const cosines = new Map(scores.map(({ source, score }) => [source, score]));
  const found = [...new Set([...byWords.keys(), ...byMeaning.keys()])].flatMap((source): FusedSource[] => {
    const cosine = cosines.get(source);
    const isNear = cosine !== undefined && cosine >= threshold;
    const said = byWords.get(source);
    if (said === undefined && !isNear) return [];
    const hasVector = cosine !== undefined || meaning?.hasVector(source) === true;
    const says = covered.get(source) ?? 0;
    const nearness = hasVector ? (cosine ?? 0) / threshold : null;
    const isUnread = meaning !== null && !hasVector;
    const isFound = isNear || (isUnread ? says >= MIN_COVERED_UNREAD : saysEnough(says, nearness));
    const isBest = isNear
      ? isClearlyNear(says, nearness ?? 0) || byMeaning.get(source) === 1
      : (said ?? 0) >= MIN_OF_BEST;
    if (keeps !== 'all' && !named.has(source) && !(isFound && (keeps === 'meant' || isBest))) return [];
    const share = hasVector ? weight : 0;
    const score = named.has(source) ? 1 : share * (byMeaning.get(source) ?? 0) + (1 - share) * (said ?? 0);
    const foundBy = said === undefined ? 'meaning' : isNear ? 'both' : 'words';
    return [{ source, score, foundBy, similarity: isNear ? cosine : null }];
  });
  const rankOf = ({ source, score }: FusedSource) => score + (named.has(source) ? 1 : 0);
  return found.sort((one, other) => rankOf(other) - rankOf(one));
}

/** `nearness`: the cosine as a share of the threshold; null if there is no vector. */
function saysEnough(covered: number, nearness: number | null): boolean {
  if (nearness === null || covered < MIN_COVERED) return covered >= MIN_COVERED;
  return covered >= MIN_COVERED_FAR || nearness + covered / MIN_COVERED_FAR >= MIN_TOGETHER;
}

function isClearlyNear(covered: number, nearness: number): boolean {
  return covered >= NEXT_TO_NOTHING || nearness >= MIN_NEARNESS_ALONE;
}

/**
 * Scales the best score to 1; 0 remains 0, which means unrelated in both arms. The lowest score is not used as a
 * reference point, because it depends on how many results were requested.
 */
function scaled(scores: readonly SourceScore[]): ReadonlyMap<string, number> {
  const best = Math.max(...scores.map(({ score }) => score));
  return new Map(scores.map(({ source, score }) => [source, best > 0 ? Math.max(0, score / best) : 0]));
}

export function bestOf<Of extends SourceScore>(scores: readonly Of[]): readonly Of[] {
  const best = new Map<string, Of>();
  for (const each of scores) if (each.score > (best.get(each.source)?.score ?? -Infinity)) best.set(each.source, each);
  return [...best.values()];
}
