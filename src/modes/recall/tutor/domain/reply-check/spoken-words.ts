import { asRead, disguisedIn } from '#text/domain/as-read.ts';
import { type Lexicon, read, type Reading } from '#text/domain/words.ts';

import { matchesOf, type Vocabulary, vocabularyOf } from '../../../evaluator/domain/evidence/matching.ts';
import type { TellingWord } from './telling-words.ts';

/** Minimum length of a word searched in spelt-out letters. */
const MIN_LETTERS_IN_RUN = 4;
/** One differing letter is a typo of a person, but a different word in a reply. */
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
  return { ...spokenBy({ ...reading, words: [...reading.words, ...disguised] }), runs };
}

export function spokenBy(reading: Reading): SpokenWords {
  return { vocabulary: vocabularyOf(reading), forms: reading.words.map(({ form }) => form), runs: [] };
}

/** Whether a text has a word of a point: the same, an inflected or a synonymous one. */
export function says({ vocabulary, forms, runs }: SpokenWords, { stem, form, isNumber }: TellingWord): boolean {
  return (
    (matchesOf(stem, isNumber, vocabulary)[0]?.strength ?? 0) >= MIN_STRENGTH ||
    forms.some((spoken) => isInflected(spoken, form)) ||
    (form.length >= MIN_LETTERS_IN_RUN && runs.some((run) => run.includes(form)))
  );
}

/** One word with another ending that the stemmer misses: `long` and `longer`. */
export function isInflected(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.length - short.length <= 2 && long.startsWith(short);
}
