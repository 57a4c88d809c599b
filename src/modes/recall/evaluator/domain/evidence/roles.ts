import type { Word } from '#text/domain/word.ts';

import type { Alignment, MessageIndex } from './alignment.ts';
import type { PointTerms } from './point-terms.ts';

/** Roles of words: all words of a point may be there and still say it of something else, or reversed. */
export interface Roles {
  /** Two words of the point changed places. */
  readonly isSwapped: boolean;
  /** Something else stands where the point's own word is missing. */
  readonly hasSubstitute: boolean;
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** With these words, the agent may come last. */
const PASSIVE = list('by von vom durch par por da dal dalla door from because');
/** With these words, order carries no meaning. */
const SYMMETRIC = list('same equal identical similar different between connected separated together both opposite');
const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ['from', 'from'],
  ['to', 'to'],
  ['into', 'to'],
  ['towards', 'to'],
  ['than', 'than'],
]);
const DIRECTION_REACH = 3;

interface Spoken {
  readonly word: Word;
  /** The term it stands for, or -1. */
  readonly term: number;
}

export function rolesOf(
  point: PointTerms,
  alignment: Alignment,
  { words, message }: { readonly words: readonly Word[]; readonly message: MessageIndex },
): Roles {
  const spoken = words
    .filter((word) => word.isContent || alignment.termOf.has(word.stem))
    .map((word) => ({ word, term: alignment.termOf.get(word.stem) ?? -1 }));
  return {
    isSwapped: areExchanged(point, spoken, words) || isRedirected(point, words),
    hasSubstitute: hasSubstitute(point, alignment, { spoken, message }),
  };
}

/** Two words of the point changed places around a word that stayed. */
function areExchanged(point: PointTerms, spoken: readonly Spoken[], words: readonly Word[]): boolean {
  const order = [...new Set(spoken.map(({ term }) => term))].filter((term) => term >= 0);
  if (order.length < 3 || [words, point.reading.words].some((side) => side.some(({ form }) => SYMMETRIC.has(form))))
    return false;
  const isActive = ![words, point.reading.words].some((side) => side.some(({ form }) => PASSIVE.has(form)));
  const sorted = order.toSorted((left, right) => left - right);
  const moved = order.flatMap((term, place) => (term === sorted[place] ? [] : [place]));
  const [first = 0, second = 0] = moved;
  if (moved.length === 2 && second - first > 1) return isActive || second - first > 2;
  return isActive && order.some((pivot, place) => isTurnedAround(pivot, order[place - 1], order[place + 1]));
}

/** The word before a pivot now follows it, and the reverse. */
function isTurnedAround(pivot: number, before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && after !== undefined && after === pivot - 1 && before > pivot && before <= pivot + 2;
}

/** "From Rome to Byzantium" differs from "from Byzantium to Rome". */
function isRedirected(point: PointTerms, words: readonly Word[]): boolean {
  const wanted = directionsIn(point.reading.words);
  if (wanted.size === 0) return false;
  return [...directionsIn(words)].some(
    ([stem, direction]) => wanted.has(stem) && wanted.get(stem) !== direction && direction !== '',
  );
}

function directionsIn(words: readonly Word[]): ReadonlyMap<string, string> {
  const directions = new Map<string, string>();
  for (const [index, { form }] of words.entries()) {
    const direction = DIRECTIONS.get(form);
    if (direction === undefined) continue;
    const target = words.slice(index + 1, index + 1 + DIRECTION_REACH).find((word) => word.isContent);
    if (target) directions.set(target.stem, directions.has(target.stem) ? '' : direction);
  }
  return directions;
}

interface Stage {
  readonly spoken: readonly Spoken[];
  readonly message: MessageIndex;
}

const SAID = 0.5;
/** A pair of characters of a script without spaces, not a word. */
const UNSPACED_PAIR = /^[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}]{1,2}$/u;

function hasSubstitute(point: PointTerms, alignment: Alignment, { spoken, message }: Stage): boolean {
  const stems = new Set(point.reading.words.map((word) => word.stem));
  const strangers = spoken.flatMap(({ word, term }, place) =>
    term < 0 && !stems.has(word.stem) && !word.isNumber ? [{ word, place }] : [],
  );
  if (strangers.length === 0) return false;
  return point.terms.some((term, index) => {
    if ((alignment.strengths[index] ?? 0) >= SAID || term.isNumber || term.isLight) return false;
    const isNamed = index === 0 || point.set.isSubject(term.stem);
    return strangers.some(({ word, place }) => {
      const isOfSet = point.set.has(word.stem);
      if (isNamed && point.set.isSubject(word.stem) && !message.known.has(word.stem)) return true;
      if (!standsInPlace(index, place, { spoken, count: point.terms.length })) return false;
      if (isOfSet) return true;
      if (UNSPACED_PAIR.test(word.stem)) return false;
      return index === 0 ? !term.isKnown : !term.isVerbLike;
    });
  });
}

/** Between the same neighbours as the missing word. */
function standsInPlace(
  index: number,
  place: number,
  { spoken, count }: { readonly spoken: readonly Spoken[]; readonly count: number },
): boolean {
  const follows = index === 0 ? place === 0 : spoken[place - 1]?.term === index - 1;
  const precedes = index === count - 1 ? place === spoken.length - 1 : spoken[place + 1]?.term === index + 1;
  return follows && precedes;
}
