import { api } from '#http-client/web/api.ts';
import type { FoundThing } from '#session/web/contribution/contribution.ts';

import type { HighlightList } from '../highlights/protocol.ts';
import { wordsOfHighlight } from '../highlights/web/highlight-look.tsx';
import type { SearchAnswer } from '../search/protocol.ts';
import { queryText } from '../storage/web/library-query.ts';

const MAX_FOUND = 8;

export async function findSources(typed: string): Promise<readonly FoundThing[]> {
  const path = `/api/library/search${queryText({ q: typed, by: 'words', limit: MAX_FOUND })}` as const;
  const { hits } = await api<SearchAnswer>('GET', path);
  return hits.map(({ source: { id, title }, passage }) => ({
    id,
    label: title,
    to: `/library/${id}`,
    hash: `p${passage.number}`,
  }));
}

export async function findHighlights(typed: string): Promise<readonly FoundThing[]> {
  const path = `/api/library/highlights${queryText({ q: typed, limit: MAX_FOUND })}` as const;
  const { highlights } = await api<HighlightList>('GET', path);
  return highlights.map(({ id, sourceId, sourceTitle, quote, note, passage }) => ({
    id,
    label: note === '' ? wordsOfHighlight(quote) : note,
    note: sourceTitle,
    to: `/library/${sourceId}`,
    ...(passage !== null && { hash: `p${passage}` }),
  }));
}
