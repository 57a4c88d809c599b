import type { CitedDraft, DraftCitation } from '../../../protocol.ts';
import { marksOf, replaceMarks } from './marks.ts';

/**
 * A draft after an edit: numbers in order of first appearance, without citations that are no longer marked. A mark
 * without a citation keeps its number, which no citation gets, and is listed in `unknown`.
 */
export function renumbered(
  text: string,
  citations: readonly DraftCitation[],
): CitedDraft & { readonly unknown: readonly number[] } {
  const known = new Map(citations.map((citation) => [citation.number, citation]));
  const marked = [...new Set(marksOf(text).map(({ number }) => number))];
  const unknown = marked.filter((number) => !known.has(number));
  const taken = new Set(unknown);
  const numbers = new Map<number, number>();
  let next = 1;
  for (const number of marked) {
    if (!known.has(number)) continue;
    while (taken.has(next)) next += 1;
    numbers.set(number, next);
    next += 1;
  }
  return {
    text: replaceMarks(text, ({ number }) => `[^${String(numbers.get(number) ?? number)}]`),
    citations: [...numbers].flatMap(([before, number]) => {
      const citation = known.get(before);
      return citation ? [{ ...citation, number }] : [];
    }),
    unknown,
  };
}
