import { foldForm, withUmlautsSpelled } from '#text/domain/stems.ts';
import { type QueryTerm, termsIn } from '#text/domain/terms.ts';

export interface TextMatch {
  /** Index of the word in the query. */
  readonly word: number;
  readonly start: number;
  readonly end: number;
}

/** The ranges of a text that match words of a query, in the order of the text. */
export function matchesIn(text: string, language: string | null, query: readonly QueryTerm[]): readonly TextMatch[] {
  const exact = new Map(query.flatMap(({ terms }, word) => terms.map((term) => [term, word] as const)));
  const prefixes = query.flatMap(({ prefix }, word) => (prefix === null ? [] : [{ prefix, word }]));
  return termsIn(text, language).flatMap(({ term, spelledOut, form, start, end }) => {
    const word =
      exact.get(term) ??
      exact.get(spelledOut?.term ?? '') ??
      prefixes.find(({ prefix }) => form.startsWith(prefix) || spelledOut?.form.startsWith(prefix) === true)?.word;
    return word === undefined ? [] : [{ word, start, end }];
  });
}

/** Endings change at most the last letter of a stem, so its first letters occur in every word with that stem. */
const MAX_ROOT = 4;

/**
 * Reports whether a text may contain a word of a query. False for most texts that do not, in a tenth of the time of
 * `matchesIn`.
 */
export function mayMatch(text: string, query: readonly QueryTerm[]): boolean {
  const folded = foldForm(text) + foldForm(withUmlautsSpelled(text));
  return query.some(({ terms, prefix }) =>
    [...terms, ...(prefix === null ? [] : [prefix])].some((term) => folded.includes(rootOf(term))),
  );
}

function rootOf(term: string): string {
  const stem = term.replace(/^de:/, '');
  if (!/^[a-z]/.test(stem)) return /^\p{Nd}/u.test(stem) ? stem.slice(0, 1) : stem;
  return stem.slice(0, Math.max(1, Math.min(MAX_ROOT, stem.length - 1)));
}

/**
 * The score of a passage for a query by its words, 0 to 1, to choose among passages of one source: it grows with the
 * number of matched query words, and slightly with repetitions.
 */
export function coverageOf(matches: readonly TextMatch[], query: readonly QueryTerm[]): number {
  const counts = new Map<number, number>();
  for (const { word } of matches) counts.set(word, (counts.get(word) ?? 0) + 1);
  let covered = 0;
  for (const count of counts.values()) covered += count / (count + 0.2);
  return query.length === 0 ? 0 : covered / query.length;
}
