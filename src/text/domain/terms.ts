import { functionWords } from './function-words.ts';
import { stemEnglish, withUmlautsSpelled } from './stems.ts';
import { type WordInText, wordsIn } from './words-in.ts';

/**
 * Converts texts and queries into the terms that search by words compares. The same code makes the index, reads the
 * query and marks the matches.
 *
 * - Case, width, accents and ligatures are folded (NFKD): `Café`, `ＣＡＦＥ` and `cafe` are one term. Soft hyphens and
 *   other invisible characters are not part of a word and do not split it.
 * - English words are stemmed with Porter's algorithm, and the stop words of Lucene's English analyzer are left out.
 *   Texts in other languages are treated in the same way, since most of their words have no English ending.
 * - Texts known to be German are stemmed as German. Their terms are marked, so that `Corner` in English never matches
 *   `Korn` or `corn`; a query is read both ways.
 * - Scripts without spaces (Han, kana, hangul, Thai, Lao, Khmer, Burmese) become overlapping pairs of characters. The
 *   last character of a run is a term too, so that a single character is found everywhere.
 * - Numbers keep their decimals and lose their thousands separators. `c++` and `c#` are words, and so are emoji.
 * - A text that consists of stop words keeps them: the title `It` can be found.
 */
export interface Term extends WordInText {
  readonly term: string;
  /** The word with its umlauts spelled out: `Koeln` finds `Köln`. Null without umlauts. */
  readonly spelledOut: { readonly form: string; readonly term: string } | null;
}

/** ISO 639-1 or 639-3; null if unknown. */
type Language = string | null;

const GERMAN = 'de:';

/** The stop words of Lucene's English analyzer. */
const englishStopWords: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to
  was will with`.split(/\s+/),
);

/**
 * The most frequent function words, folded. They are removed only from German texts, because `die` and `war` are also
 * English.
 */
const germanStopWords: ReadonlySet<string> = new Set(
  `aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines er es fur hat
  ich ihr im in ist mit nach nicht noch nur oder sich sie sind so uber um und von vor war was wenn werden wie wird wir
  zu zum zur`.split(/\s+/),
);

/** The terms of a text, with their places. */
export function termsIn(text: string, language: Language): readonly Term[] {
  const isGerman = language === 'de' || language === 'deu';
  const stopWords = isGerman ? germanStopWords : englishStopWords;
  const words = wordsIn(text);
  const telling = words.filter(({ form }) => !stopWords.has(form));
  const hasUmlauts = UMLAUT.test(text);
  return (telling.length > 0 ? telling : words).map(({ form, isUnspaced, start, end }) => {
    const spelled = hasUmlauts ? spelledOut(text.slice(start, end)) : null;
    return {
      term: termOf({ form, isUnspaced }, isGerman),
      spelledOut: spelled === null ? null : { form: spelled, term: termOf({ form: spelled, isUnspaced }, isGerman) },
      form,
      isUnspaced,
      start,
      end,
    };
  });
}

const UMLAUT = /[äöü]|[aou]\u0308/iu;

/** `Köln` becomes `koeln`; null for a word without umlauts. */
function spelledOut(raw: string): string | null {
  if (!UMLAUT.test(raw)) return null;
  const [word] = wordsIn(withUmlautsSpelled(raw));
  return word?.form ?? null;
}

export function germanTermOf(form: string): string {
  return termOf({ form, isUnspaced: false }, true);
}

export const isGermanTerm = (term: string): boolean => term.startsWith(GERMAN);

/** The German stem of a query word; undefined if it is not a word of letters. */
export function germanStemOf(terms: readonly string[]): string | undefined {
  return terms.find(isGermanTerm)?.slice(GERMAN.length);
}

function termOf({ form, isUnspaced }: Pick<WordInText, 'form' | 'isUnspaced'>, isGerman: boolean): string {
  if (isUnspaced || !/^[a-z]+$/.test(form)) return form;
  return isGerman ? GERMAN + stemGerman(form) : stemEnglish(form);
}

const CONSONANT_BEFORE_S = /[bdfghklmnt]s$/;
const CONSONANT_BEFORE_ST = /[bdfghklmnt]st$/;

/** Removes the endings of German declension: Savoy's light stemmer. The form is folded, so umlauts are gone. */
function stemGerman(form: string): string {
  return withoutDegree(withoutCase(form));
}

function withoutCase(form: string): string {
  if (form.length > 5 && form.endsWith('ern')) return form.slice(0, -3);
  if (form.length > 4 && /e[mnrs]$/.test(form)) return form.slice(0, -2);
  if (form.length > 3 && form.endsWith('e')) return form.slice(0, -1);
  return form.length > 3 && CONSONANT_BEFORE_S.test(form) ? form.slice(0, -1) : form;
}

function withoutDegree(form: string): string {
  if (form.length > 5 && form.endsWith('est')) return form.slice(0, -3);
  if (form.length > 4 && /e[rn]$/.test(form)) return form.slice(0, -2);
  return form.length > 4 && CONSONANT_BEFORE_ST.test(form) ? form.slice(0, -2) : form;
}

export interface QueryTerm {
  /** A text contains the word if it contains one of these terms. */
  readonly terms: readonly string[];
  /** Number of occurrences in the query. */
  readonly weight: number;
  /** Its form as typed so far, if the person may still be typing it: longer words match too. Null otherwise. */
  readonly prefix: string | null;
  /** A part of a compound in the query: texts need not contain it to cover the query. */
  readonly isPart?: true;
}

const MAX_QUERY_TERMS = 64;
const MIN_PREFIX = 2;

/**
 * The words of a query. With `isTyped`, the last word can be the beginning of a longer one. `telling` leaves out words
 * that name no subject, such as `how`, unless there are no others.
 */
export function queryTermsOf(query: string, isTyped: boolean, which: 'all' | 'telling' = 'all'): readonly QueryTerm[] {
  const all = withoutEndsOfRuns(termsIn(query, null));
  const last = all.at(-1);
  const prefix = last && isTyped && last.end === query.length ? prefixOf(last) : null;
  const telling = all.filter((word) => !functionWords.has(word.form) || (word === last && prefix !== null));
  const words = which === 'all' || telling.length === 0 ? all : telling;
  const weights = new Map<string, { word: Term; weight: number }>();
  for (const word of words) {
    const weight = (weights.get(word.form)?.weight ?? 0) + 1;
    weights.set(word.form, { word, weight });
  }
  return [...weights.values()].slice(-MAX_QUERY_TERMS).map(({ word, weight }) => ({
    terms: [...new Set(spellingsOf(word).flatMap((each) => [each.term, termOf(each, true)]))],
    weight,
    prefix: word.isUnspaced && isAlone(word) ? word.form : word.form === last?.form ? prefix : null,
  }));
}

function spellingsOf(word: Term) {
  return word.spelledOut === null ? [word] : [word, { ...word.spelledOut, isUnspaced: word.isUnspaced }];
}

/** In a run without spaces only pairs are searched for, unless it is a single character. */
function withoutEndsOfRuns(words: readonly Term[]): readonly Term[] {
  return words.filter((word, index) => !word.isUnspaced || !isAlone(word) || words[index - 1]?.end !== word.end);
}

function isAlone({ form }: Term): boolean {
  return Array.from(form.replace(/\p{M}/gu, '')).length === 1;
}

function prefixOf({ form, isUnspaced }: Term): string | null {
  return !isUnspaced && form.length >= MIN_PREFIX ? form : null;
}
