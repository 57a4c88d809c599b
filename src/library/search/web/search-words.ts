import { count, figure } from '#elements/web/text/figures.ts';

import type { SearchAnswer, SearchHit } from '../protocol.ts';

/** The way a source was found: `meaning`, `words`, or `words and meaning`. */
export function foundByWords({ foundBy }: Pick<SearchHit, 'foundBy'>): string {
  return foundBy === 'both' ? 'words and meaning' : foundBy;
}

/** `6 by meaning, 2 by words.` */
export function foundLine({ byMeaning, byWords, hits, meaning }: SearchAnswer): string {
  if (hits.length === 0) return 'Nothing found.';
  const parts = [
    ...(meaning.state === 'used' ? [`${figure(byMeaning)} by meaning`] : []),
    `${figure(byWords)} by words`,
  ];
  return `${parts.join(', ')}.`;
}

/** `9 sources are still being read for meaning.`; empty if there are none. */
export function waitingLine(waitingSources: number): string {
  if (waitingSources === 0) return '';
  return `${count(waitingSources, 'source')} ${waitingSources === 1 ? 'is' : 'are'} still being read for meaning.`;
}
