import { vagueWords } from '#text/domain/function-words.ts';
import { stemOfWord } from '#text/domain/stems.ts';
import { lightWords, stopWordsFor } from '#text/domain/stop-words.ts';
import { termsIn } from '#text/domain/terms.ts';

/** A word of a text that may show what the text is about. */
export interface TellingTerm {
  readonly term: string;
  /** As written in the text. */
  readonly word: string;
  /** Number of occurrences in the text. */
  readonly count: number;
  /** It is written like a name, or occurs in the title and again in the text: a single such word relates two texts. */
  readonly isStrong: boolean;
}

const MAX_READ = 20_000;
const MIN_LETTERS = 4;
/** Number of occurrences in text and title at which a title word is strong. */
const MIN_SAID = 3;
const LIGHT_STEMS: ReadonlySet<string> = new Set([...lightWords].map(stemOfWord));
const MAX_TERMS = 24;

/** The words of a text that may be telling, the most frequent first. */
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
  const stopWords = stopWordsFor(text);
  const found = new Map<string, { word: string; count: number; isName: boolean; isInTitle: boolean }>();
  for (const { term, form, isUnspaced, start, end } of termsIn(text, language)) {
    const isTelling = isUnspaced || (form.length >= MIN_LETTERS && /\p{L}/u.test(form) && !isCommon(form, stopWords));
    if (!isTelling) continue;
    const word = text.slice(start, end);
    const known = found.get(term) ?? { word, count: 0, isName: false, isInTitle: false };
    found.set(term, {
      word: known.word,
      count: known.count + 1,
      isName: known.isName || isName(text, { word, start }),
      isInTitle: known.isInTitle || start < title.length,
    });
  }
  const rank = ({ count, isStrong }: { count: number; isStrong: boolean }) => count * (isStrong ? 2 : 1);
  return [...found]
    .map(([term, each]) => ({
      term,
      word: each.word,
      count: each.count,
      isStrong: each.isName || (each.isInTitle && each.count >= MIN_SAID),
    }))
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, MAX_TERMS);
}

function isCommon(form: string, stopWords: ReadonlySet<string>): boolean {
  return stopWords.has(form) || vagueWords.has(form) || LIGHT_STEMS.has(stemOfWord(form));
}

/** Reports whether a word begins with a capital letter inside a sentence. */
function isName(text: string, { word, start }: { word: string; start: number }): boolean {
  return /^\p{Lu}/u.test(word) && /[\p{L}\p{N},;]["“’')]*[ \t]$/u.test(text.slice(Math.max(0, start - 4), start));
}
