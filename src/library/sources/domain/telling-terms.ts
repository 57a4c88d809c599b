import { vagueWords } from '#text/domain/function-words.ts';
import { lightWords, stopWordsFor } from '#text/domain/stop-words.ts';

import { termsIn } from '../../search/domain/terms.ts';

/** A word of a text that may say what it is about. */
export interface TellingTerm {
  readonly term: string;
  /** As the text writes it. */
  readonly word: string;
  /** How often the text says it. */
  readonly count: number;
  /** It is written like a name, or stands in the title: one such word is enough for two texts to be related. */
  readonly isStrong: boolean;
}

const MAX_READ = 60_000;
const MIN_LETTERS = 4;
const MAX_TERMS = 24;

/** The words of a text that may be telling, the most said first. */
export function tellingTerms({
  title,
  content,
  language,
}: {
  readonly title: string;
  readonly content: string;
  readonly language: string | null;
}): readonly TellingTerm[] {
  const text = `${title}\n${content.slice(0, MAX_READ)}`;
  const stops = stopWordsFor(text);
  const found = new Map<string, { word: string; count: number; isStrong: boolean }>();
  for (const { term, form, isUnspaced, start, end } of termsIn(text, language)) {
    if (!isUnspaced && (form.length < MIN_LETTERS || !/\p{L}/u.test(form))) continue;
    const word = text.slice(start, end);
    const plain = word.toLowerCase();
    if (stops.has(plain) || vagueWords.has(plain) || lightWords.has(plain)) continue;
    const isStrong = start < title.length || isName(text, { word, start });
    const known = found.get(term);
    if (!known) found.set(term, { word, count: 1, isStrong });
    else found.set(term, { word: known.word, count: known.count + 1, isStrong: known.isStrong || isStrong });
  }
  const rank = ({ count, isStrong }: { count: number; isStrong: boolean }) => count * (isStrong ? 2 : 1);
  return [...found]
    .map(([term, each]) => ({ term, ...each }))
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, MAX_TERMS);
}

/** Begins with a capital letter inside a sentence. */
function isName(text: string, { word, start }: { word: string; start: number }): boolean {
  return /^\p{Lu}/u.test(word) && /[\p{L}\p{N},;]["“’')]*\s$/u.test(text.slice(Math.max(0, start - 4), start));
}
