import { count, figure } from '#elements/web/text/figures.ts';

import type { SearchAnswer, SearchHit } from '../protocol.ts';

/** The way a source was found: `meaning .71`, `words` or `both .64`. */
export function foundByWords({ foundBy, similarity }: Pick<SearchHit, 'foundBy' | 'similarity'>): string {
  return similarity === null ? foundBy : `${foundBy} ${cosine(similarity)}`;
}

/** `.71`, as the page writes a similarity. */
function cosine(similarity: number): string {
  return similarity.toFixed(2).replace(/^(-?)0\./, '$1.');
}

/** `6 by meaning (Text Embedding 3 Small, from .50 on), 2 by words, in 38 ms.` */
export function foundLine({ byMeaning, byWords, milliseconds, hits, meaning }: SearchAnswer): string {
  if (hits.length === 0) return 'Nothing found.';
  const parts = [
    ...(meaning.state === 'used' ? [`${figure(byMeaning)} by meaning${byModel(meaning)}`] : []),
    `${figure(byWords)} by words`,
    `in ${figure(Math.max(1, Math.round(milliseconds)))} ms`,
  ];
  return `${parts.join(', ')}.`;
}

/** Similarities of different models cannot be compared, so the model and its threshold are named. */
function byModel({ model, threshold }: SearchAnswer['meaning']): string {
  return model === null || threshold === null ? '' : ` (${model}, from ${cosine(threshold)} on)`;
}

/** `9 sources are still being read for meaning.`; empty without any. */
export function waitingLine(waitingSources: number): string {
  if (waitingSources === 0) return '';
  return `${count(waitingSources, 'source')} ${waitingSources === 1 ? 'is' : 'are'} still being read for meaning.`;
}
