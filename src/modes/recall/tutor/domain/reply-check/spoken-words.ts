import { asRead, disguisedIn } from '#text/domain/as-read.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { plainWords, UNSPACED } from '#text/domain/segments.ts';
import { foldForm } from '#text/domain/stems.ts';
import { lightWords, stopWordsFor } from '#text/domain/stop-words.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';
import type { Word } from '#text/domain/word.ts';
import { createLexicon, type Lexicon, read } from '#text/domain/words.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { strengthOf, type Vocabulary, vocabularyOf } from './matching.ts';

/** Minimum length of a word to look for in spelt-out letters. */
const MIN_LETTERS_IN_RUN = 4;
/** In a person's message one differing letter is a typo; in a reply it is a different word. */
const MIN_STRENGTH = 0.75;

/** The words of a text, to be compared with those of points. */
export interface SpokenWords {
  readonly vocabulary: Vocabulary;
  readonly forms: readonly string[];
  /** Spelt-out letters, joined. */
  readonly runs: readonly string[];
}

/** The words that a reader sees in a text, including disguised ones. */
export function spokenIn(text: string, lexicon: Lexicon): SpokenWords {
  const plain = asRead(text);
  const { words, runs } = disguisedIn(plain);
  const reading = read(plain, lexicon);
  const disguised = words === '' ? [] : read(words, lexicon).words;
  return { ...spokenBy([...reading.words, ...disguised]), runs };
}

export function spokenBy(words: readonly Word[]): SpokenWords {
  return { vocabulary: vocabularyOf(words), forms: words.map(({ form }) => form), runs: [] };
}

/** Whether a text has a word of a point: the same, an inflected or a synonymous one. */
export function says({ vocabulary, forms, runs }: SpokenWords, { stem, form, isNumber }: TellingWord): boolean {
  return (
    strengthOf(stem, isNumber, vocabulary) >= MIN_STRENGTH ||
    forms.some((spoken) => isInflected(spoken, form)) ||
    (form.length >= MIN_LETTERS_IN_RUN && runs.some((run) => run.includes(form)))
  );
}

/** Only letters and digits, with single spaces between words. */
function normalised(text: string): string {
  return plainWords(foldForm(text)).join(' ');
}

/** Whether a text contains a complete point, regardless of case, accents and punctuation. */
export function saysAllOf(text: string, point: string): boolean {
  const wanted = normalised(point);
  if (wanted === '') return point.trim() !== '' && text.includes(point.trim());
  const said = normalised(text);
  // Without spaces there are no word boundaries to check.
  return UNSPACED.test(wanted) ? said.includes(wanted) : ` ${said} `.includes(` ${wanted} `);
}

/** One word with another ending that the stemmer misses: `long` and `longer`. */
export function isInflected(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.length - short.length <= 2 && long.startsWith(short);
}

/** A telling word of a point: a reply that says such words gives the point away. */
export type TellingWord = Pick<Word, 'stem' | 'form' | 'isNumber'>;

interface PointWords {
  readonly lexicon: Lexicon;
  /** By point id. A point of symbols has no such words. */
  readonly tellingWords: ReadonlyMap<string, readonly TellingWord[]>;
  /** Stems of the headings, which questions name. */
  readonly headings: ReadonlySet<string>;
  /** The text of each point in the form of `asWritten`, longest first. */
  readonly written: readonly { readonly id: string; readonly text: string }[];
}

const SAMPLED_POINTS = 100;
const known = new WeakMap<readonly Point[], PointWords>();

/** Computed once per session: the array of points stays the same while the session is in memory. */
export function tellingWordsOf(points: readonly Point[]): PointWords {
  let words = known.get(points);
  if (!words) known.set(points, (words = readPoints(points)));
  return words;
}

function readPoints(points: readonly Point[]): PointWords {
  const sample = points.slice(0, SAMPLED_POINTS).map(({ text }) => text);
  const lexicon = createLexicon(stopWordsFor(sample.join(' ')));
  const headings = [...new Set(points.map(({ context }) => context))].join('\n');
  return {
    lexicon,
    tellingWords: new Map(points.map((point) => [point.id, tellingWordsIn(point.text, lexicon)])),
    headings: stemsIn(headings, lexicon),
    written: points
      .map(({ id, text }) => ({ id, text: asWritten(text) }))
      .toSorted((one, other) => other.text.length - one.text.length),
  };
}

/** Folds case, white space, the marks of a formula and the last full stop of a text. Its signs stay. */
export function asWritten(text: string): string {
  const line = text.replace(/[$`*]/gu, '').replace(/\s+/gu, ' ').trim();
  return trimEnd(line, /[.\s]/u).toLowerCase();
}

export function stemsIn(text: string, lexicon: Lexicon): ReadonlySet<string> {
  return new Set(read(text, lexicon).words.map(({ stem }) => stem));
}

/** Omits light words; returns all words if there are no others. */
function tellingWordsIn(text: string, lexicon: Lexicon): readonly TellingWord[] {
  const words = withoutAside(read(plainText(text), lexicon).words);
  const content = words.filter(({ isContent }) => isContent);
  const telling = content.filter(({ form }) => !lightWords.has(form));
  const chosen = [telling, content, words].find((list) => list.length > 0) ?? [];
  return [...new Map(chosen.toReversed().map((word) => [word.stem, word])).values()].toReversed();
}

const ASIDES = new Set(['although', 'though', 'despite']);

/** Removes an aside that the point does not depend on: "even when falling asleep is easy". */
function withoutAside(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    ({ form }, index) =>
      ASIDES.has(form) || (form === 'even' && /^(?:when|if|though)$/u.test(words[index + 1]?.form ?? '')),
  );
  const before = words.slice(0, Math.max(0, at));
  return before.filter(({ isContent }) => isContent).length > 1 ? before : words;
}
