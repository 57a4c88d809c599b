import type { Point } from '../evaluation.ts';
import { stemOf } from './stems.ts';
import { lightWords } from './stop-words.ts';
import { read, type Lexicon, type Reading } from './words.ts';

/** One word of a point that must be said. */
interface Term {
  readonly stem: string;
  readonly isNumber: boolean;
  /** How much it tells this point from the others of the batch: a word that all share weighs little. */
  readonly weight: number;
  /** Whether the conversation had it before this message. */
  readonly isKnown: boolean;
}

export interface PointTerms {
  readonly point: Point;
  readonly reading: Reading;
  readonly terms: readonly Term[];
}

const LEAST_WEIGHT = 0.4;
const NUMBER_WEIGHT = 1.3;
const LIGHT_WEIGHT = 0.5;
const lightStems = new Set([...lightWords].map(stemOf));

function usualWeight(stem: string, isNumber: boolean): number {
  if (isNumber) return NUMBER_WEIGHT;
  return lightStems.has(stem) ? LIGHT_WEIGHT : 1;
}

/** Text without what is only markup: addresses of links, and addresses that stand beside words. */
export function plainText(text: string): string {
  const plain = text.replace(/\]\([^)\s]*\)/g, '] ').replace(/\bhttps?:\/\/\S+/g, ' ');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : text;
}

/** Content words once each, in order; every word where no word has content. */
function stemsToSay(reading: Reading): ReadonlyMap<string, boolean> {
  const content = reading.words.filter((word) => word.isContent);
  return new Map((content.length > 0 ? content : reading.words).map((word) => [word.stem, word.isNumber]));
}

export function termsOf(points: readonly Point[], known: ReadonlySet<string>, lexicon: Lexicon): readonly PointTerms[] {
  const readings = points.map((point) => ({ point, reading: read(plainText(point.text), lexicon) }));
  const toSay = readings.map(({ reading }) => stemsToSay(reading));
  const pointsWith = new Map<string, number>();
  for (const stems of toSay) {
    for (const stem of stems.keys()) pointsWith.set(stem, (pointsWith.get(stem) ?? 0) + 1);
  }
  const scale = Math.log(points.length + 1);
  return readings.map(({ point, reading }, index) => {
    const terms = [...(toSay[index] ?? [])].map(([stem, isNumber]): Term => {
      const rarity = 1 - Math.log(pointsWith.get(stem) ?? 1) / scale;
      const weight = Math.max(LEAST_WEIGHT, rarity) * usualWeight(stem, isNumber);
      return { stem, isNumber, weight, isKnown: known.has(stem) };
    });
    return { point, reading, terms };
  });
}
