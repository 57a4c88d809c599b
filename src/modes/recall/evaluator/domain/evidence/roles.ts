import type { Word } from '#text/domain/word.ts';

import type { Alignment } from './alignment.ts';
import type { PointTerms } from './point-terms.ts';

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

/** Two words of the point changed places, so that it is said of something else, or reversed. */
export function isSwapped(point: PointTerms, { termOf }: Alignment, words: readonly Word[]): boolean {
  const terms = words.flatMap(({ stem }) => termOf.get(stem) ?? []);
  return areExchanged(point, terms, words) || isRedirected(point, words);
}

/** Two words of the point changed places around a word that stayed. */
function areExchanged(point: PointTerms, terms: readonly number[], words: readonly Word[]): boolean {
  const order = [...new Set(terms)];
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
