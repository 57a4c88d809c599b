import { useMemo } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api } from '#http-client/web/api.ts';
import type { SearchAnswer } from '#library/search/protocol.ts';
import type { SourceList } from '#library/sources/protocol.ts';
import type { SourceSummary } from '#library/storage/protocol.ts';
import { KIND_NAMES } from '#library/storage/web/source-words.ts';
import type { Mentions } from '#session/web/composer/mentions.ts';

import { pinned, useChangeSources } from './use-change-sources.ts';

const OFFERED = 8;

/** `@` lists sources and pins the chosen one. */
export function useSourceMentions(session: string): Mentions {
  const change = useChangeSources(session);
  const toast = useToast();
  return useMemo(
    () => ({
      label: 'Sources to pin',
      search: searchMentions,
      onChoose({ id, title }) {
        void change(pinned(id, true)).then((isDone) => isDone && toast({ text: `Pinned “${title}”` }));
      },
    }),
    [change, toast],
  );
}

export const searchMentions = async (words: string) => (await find(words.trim())).map(toMention);

async function find(words: string): Promise<readonly SourceSummary[]> {
  if (words === '') return (await api<SourceList>('GET', `/api/library/sources?limit=${OFFERED}`)).sources;
  const query = new URLSearchParams({ q: words, by: 'words', limit: String(OFFERED) });
  return (await api<SearchAnswer>('GET', `/api/library/search?${query.toString()}`)).hits.map(({ source }) => source);
}

function toMention({ id, title, kind }: SourceSummary) {
  return { id, title, note: KIND_NAMES[kind] };
}
