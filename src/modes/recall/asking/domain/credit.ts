import { plainText } from '#text/domain/plain-text.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import {
  CREDIT_CONFIDENCE,
  type Evaluation,
  type Point,
  type PointVerdict,
} from '../../evaluator/domain/evaluation.ts';
import { foldedWords, haveSameWords, ownWordsOf } from '../../evaluator/domain/own-words.ts';
import type { PointProgress, RecalledHidden } from './recall-state.ts';
import { type Cue, rungs } from './rung.ts';

/** This many content words are meaningful even if the point has none of them. */
const MIN_CONTENT = 2;
const MAX_SAMPLE_LENGTH = 2_000;

/**
 * The verdicts that credit their point: expressed, confident enough, and with a quote that is in this message and
 * relates to the point. A quote from the tutor or an older message credits nothing.
 */
export function creditable(evaluation: Evaluation, content: string, points: readonly Point[]): readonly PointVerdict[] {
  const open = new Map(points.map((point) => [point.id, point.text]));
  const isSaid = ownWordsOf(content);
  const isTelling = tellingIn(content);
  const credited: PointVerdict[] = [];
  for (const verdict of evaluation.verdicts) {
    const point = open.get(verdict.id);
    if (point === undefined || verdict.verdict !== 'expressed' || verdict.isUncertain) continue;
    if (!(verdict.confidence >= CREDIT_CONFIDENCE && verdict.confidence <= 1)) continue;
    if (!isSaid(verdict.quote, point) || !isTelling(verdict.quote, point)) continue;
    open.delete(verdict.id);
    credited.push(verdict);
  }
  return credited;
}

/** Keeps only quotes that are the person's own words. Other text must not mark a point or reach the tutor. */
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
 * Whether a quote can be about a point: it has one of the point's words, a number, or enough words to paraphrase it, or
 * it is the whole message. "The" or "the cat" from a longer message shows nothing.
 */
function tellingIn(content: string): (quote: string, point: string) => boolean {
  const beginning = content.slice(0, MAX_SAMPLE_LENGTH);
  let whole: string | undefined;
  return (quote, point) => {
    if (/\p{N}/u.test(quote) || !/\p{L}/u.test(quote)) return true;
    return (
      haveSameWords(foldedWords(quote), (whole ??= foldedWords(content))) || hasTellingWords(quote, point, beginning)
    );
  };
}

/** `beginning`: the beginning of the message, which shows its language. */
function hasTellingWords(quote: string, point: string, beginning: string): boolean {
  const sample = `${beginning}\n${quote}`;
  const said = read(quote, createLexicon(stopWordsFor(sample)));
  const own = said.words.filter(({ isContent }) => isContent);
  if (own.length >= MIN_CONTENT) return true;
  const wanted = read(plainText(point), createLexicon(stopWordsFor(point))).words.filter(({ isContent }) => isContent);
  if (wanted.length === 0) return true;
  return own.some(({ stem }) => wanted.some((word) => word.stem === stem || areLike(word.stem, stem)));
}

/** Long beginnings are alike in most misspelt words. */
const MIN_ALIKE = 4;

function areLike(one: string, other: string): boolean {
  return one.length >= MIN_ALIKE && one.slice(0, MIN_ALIKE) === other.slice(0, MIN_ALIKE);
}

type Graded = Pick<RecalledHidden, 'rating' | 'cue' | 'isHelped' | 'isExposed'>;

/**
 * The grade of a recalled point, from what was visible at the message's seq `saidAt`: Again after a telling, a cloze or
 * first letters, Hard after another hint, Good otherwise. The verdict's confidence never affects
 * it.
 */
export function gradedAt(progress: PointProgress, saidAt: number): Graded {
  const { toldBy, toldFrom = 0, hintedAt, exposedFrom } = progress;
  const cue = cueAt(progress, saidAt);
  const seen = {
    ...(cue && { cue }),
    ...(exposedFrom !== undefined && exposedFrom <= saidAt && { isExposed: true as const }),
  };
  if (toldBy !== null && toldFrom <= saidAt) return { rating: 1, ...seen };
  if (givesMuch(cue)) return { rating: 1, isHelped: true, ...seen };
  return { rating: hintedAt !== null && hintedAt <= saidAt ? 2 : 3, ...seen };
}

/** Cues after which a recall counts as Again. */
export function givesMuch(cue: Cue | undefined): boolean {
  return cue === 'cloze' || cue === 'first-letters';
}

/** The most revealing cue that was visible at `saidAt`, or at the end. */
export function cueAt({ cuedAt = {} }: PointProgress, saidAt = Number.MAX_VALUE): Cue | undefined {
  return rungs.findLast((rung): rung is Cue => rung !== 'open' && (cuedAt[rung] ?? Infinity) <= saidAt);
}
