import { stemOf } from '#text/domain/stems.ts';
import { lightWords, type StopWords } from '#text/domain/stop-words.ts';
import type { Word } from '#text/domain/word.ts';
import { read, type Lexicon, type Reading } from '#text/domain/words.ts';

import type { Point } from '../evaluation.ts';

/** One word of a point that must be said. */
interface Term {
  readonly stem: string;
  readonly isNumber: boolean;
  /** Its power to distinguish this point from the others of the batch. A shared word weighs little. */
  readonly weight: number;
  /** Whether the conversation used it before this message. */
  readonly isKnown: boolean;
  /** Rarely carries much meaning. */
  readonly isLight: boolean;
}

export interface PointTerms {
  readonly point: Point;
  readonly reading: Reading;
  readonly terms: readonly Term[];
}

const MIN_WEIGHT = 0.4;
const NUMBER_WEIGHT = 1.3;
const LIGHT_WEIGHT = 0.5;
const ASIDE_WEIGHT = 0.4;
const lightStems = new Set([...lightWords].map(stemOf));

function usualWeight(stem: string, isNumber: boolean): number {
  if (isNumber) return NUMBER_WEIGHT;
  return lightStems.has(stem) ? LIGHT_WEIGHT : 1;
}

/** Removes link targets, and URLs beside words. */
export function plainText(text: string): string {
  const plain = text.replace(/\]\([^()\s]{0,2000}\)/g, '] ').replace(/\bhttps?:\/\/\S+/g, ' ');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : text;
}

/** Distinct content words in order; all words if none has content. */
function wordsToSay(reading: Reading): ReadonlyMap<string, Word> {
  const content = reading.words.filter((word) => word.isContent);
  const words = new Map<string, Word>();
  for (const word of content.length > 0 ? content : reading.words) {
    if (!words.has(word.stem)) words.set(word.stem, word);
  }
  return words;
}

/** Begins an aside that the point does not depend on: "even when falling asleep is easy". */
const ASIDES = new Set(['although', 'though', 'despite']);

function asideFrom(reading: Reading): number {
  const at = reading.words.findIndex(
    ({ form }, index) =>
      index > 0 &&
      (ASIDES.has(form) || (form === 'even' && /^(?:when|if|though)$/.test(reading.words[index + 1]?.form ?? ''))),
  );
  return reading.words[at]?.start ?? Infinity;
}

const readBefore = new WeakMap<StopWords, Map<string, Reading>>();
const MAX_READ = 5_000;

/** Points are read with every message, so the result is cached per language. */
function readPoint(text: string, lexicon: Lexicon): Reading {
  let before = readBefore.get(lexicon.stopWords);
  if (!before || before.size >= MAX_READ) readBefore.set(lexicon.stopWords, (before = new Map()));
  let reading = before.get(text);
  if (!reading) before.set(text, (reading = read(plainText(text), lexicon)));
  return reading;
}

export function termsOfPoints(
  points: readonly Point[],
  known: ReadonlySet<string>,
  lexicon: Lexicon,
): readonly PointTerms[] {
  const readings = points.map((point) => ({ point, reading: readPoint(point.text, lexicon) }));
  const toSay = readings.map(({ reading }) => wordsToSay(reading));
  const pointsWith = new Map<string, number>();
  for (const stems of toSay) {
    for (const stem of stems.keys()) pointsWith.set(stem, (pointsWith.get(stem) ?? 0) + 1);
  }
  const scale = Math.log(points.length + 1);
  return readings.map(({ point, reading }, index) => {
    const aside = asideFrom(reading);
    const terms = [...(toSay[index] ?? [])].map(([stem, { isNumber, start }]): Term => {
      const rarity = 1 - Math.log(pointsWith.get(stem) ?? 1) / scale;
      const share = start < aside ? 1 : ASIDE_WEIGHT;
      const weight = Math.max(MIN_WEIGHT, rarity) * usualWeight(stem, isNumber) * share;
      return { stem, isNumber, weight, isKnown: known.has(stem), isLight: lightStems.has(stem) };
    });
    return { point, reading, terms };
  });
}
