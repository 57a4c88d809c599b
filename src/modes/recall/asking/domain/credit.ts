import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import {
  CREDIT_CONFIDENCE,
  type Evaluation,
  type Point,
  type PointVerdict,
} from '../../evaluator/domain/evaluation.ts';
import { matchesOf, vocabularyOf } from '../../evaluator/domain/evidence/matching.ts';
import { plainText } from '../../evaluator/domain/evidence/point-terms.ts';
import { foldedWords, ownWordsOf } from '../../evaluator/domain/own-words.ts';
import type { PointProgress, RecallRating } from './recall-state.ts';

/** So many words of content say something by themselves, also in words that no point has. */
const LEAST_CONTENT = 2;
const LONGEST_SAMPLE = 2_000;

/**
 * The verdicts that credit their point: expressed, sure enough, and with a quote that really stands in this message and
 * has to do with the point. An evaluator that quotes the tutor, an older message or nothing at all credits nobody.
 */
export function creditable(evaluation: Evaluation, content: string, points: readonly Point[]): readonly PointVerdict[] {
  const open = new Map(points.map((point) => [point.id, point.text]));
  const isSaid = ownWordsOf(content);
  const credited: PointVerdict[] = [];
  for (const verdict of evaluation.verdicts) {
    const point = open.get(verdict.id);
    if (point === undefined || verdict.verdict !== 'expressed') continue;
    if (!(verdict.confidence >= CREDIT_CONFIDENCE && verdict.confidence <= 1)) continue;
    if (!isSaid(verdict.quote, point) || !isTelling(verdict.quote, point, content)) continue;
    open.delete(verdict.id);
    credited.push(verdict);
  }
  return credited;
}

/** Verdicts with such quotes alone as are the person's own words: nothing else may mark a point or reach the tutor. */
export function withOwnWords(
  verdicts: readonly PointVerdict[],
  content: string,
  points: readonly Point[],
): readonly PointVerdict[] {
  const texts = new Map(points.map((point) => [point.id, point.text]));
  const isSaid = ownWordsOf(content);
  return verdicts.map((verdict) =>
    verdict.quote === '' || isSaid(verdict.quote, texts.get(verdict.id) ?? '') ? verdict : { ...verdict, quote: '' },
  );
}

/**
 * Whether a quote may be about a point: it has one of the point's words, or a figure, or words enough to say it in other
 * ones; or it is all that was said. "The" or "the cat" out of a longer message shows nothing.
 */
function isTelling(quote: string, point: string, content: string): boolean {
  if (/\p{N}/u.test(quote) || !/\p{L}/u.test(quote)) return true;
  if (foldedWords(quote) === foldedWords(content)) return true;
  const sample = `${content.slice(0, LONGEST_SAMPLE)}\n${quote}`;
  const said = read(quote, createLexicon(stopWordsFor(sample)));
  const own = said.words.filter(({ isContent }) => isContent);
  if (own.length >= LEAST_CONTENT) return true;
  const wanted = read(plainText(point), createLexicon(stopWordsFor(point))).words.filter(({ isContent }) => isContent);
  if (wanted.length === 0) return true;
  const vocabulary = vocabularyOf(said);
  return wanted.some(({ stem, isNumber }) => matchesOf(stem, isNumber, vocabulary).length > 0);
}

/**
 * Told → again, after a cue or a near-miss → hard, unaided → good: as things stood for whoever said it, at the seq
 * `saidAt`. The verdict's confidence never is a grade.
 */
export function ratingOf({ toldBy, toldFrom = 0, hintedAt }: PointProgress, saidAt: number): RecallRating {
  if (toldBy !== null && toldFrom <= saidAt) return 1;
  return hintedAt !== null && hintedAt <= saidAt ? 2 : 3;
}

/** Whether whoever said something at the seq `saidAt` had been told it in a rabbit hole. */
export function wasExposed({ exposedFrom }: PointProgress, saidAt: number): boolean {
  return exposedFrom !== undefined && exposedFrom <= saidAt;
}
