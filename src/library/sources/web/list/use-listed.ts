import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import type { SearchAnswer, SearchHit } from '../../../search/protocol.ts';
import { searchKeyOf } from '../../../search/web/queries.ts';
import { useSearch } from '../../../search/web/use-search.ts';
import type { SourceFilter, SourceSort, SourceSummary } from '../../../storage/protocol.ts';
import type { SourceList } from '../../protocol.ts';
import { sourcesQuery } from '../queries.ts';

export interface ListedSource {
  readonly source: SourceSummary;
  readonly hit: SearchHit | null;
  /** Number of citations, if the list is sorted by it. */
  readonly cited?: number | undefined;
}

export interface Listed {
  /** Undefined until there is something to show. */
  readonly rows: readonly ListedSource[] | undefined;
  /** The answer of the search that produced the rows; undefined for a plain list. */
  readonly answer: SearchAnswer | undefined;
  /** The rows belong to the words in the field. */
  readonly isCurrent: boolean;
  readonly total: number;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads the next page, if there is one. */
  readonly more: () => void;
  /** The ids of the first `count` sources; loads the pages that are missing. */
  readonly first: (count: number) => Promise<readonly string[]>;
}

interface Wanted {
  readonly filter: SourceFilter;
  readonly sort: SourceSort;
  readonly words: string;
  /** The person interacts with the list: its rows keep their positions. */
  readonly isInUse: boolean;
}

/** The sources of a filter in their order, or the results of a search among them. */
export function useListed({ filter, sort, words, isInUse }: Wanted): Listed {
  const wanted = useMemo(() => ({ filter, words }), [filter, words]);
  const list = useInfiniteQuery({ ...sourcesQuery(filter, sort), enabled: words === '' });
  const search = useSearch(wanted);
  const hits = useHits(search.answer, { key: searchKeyOf(wanted), isInUse });
  const rows = useMemo(
    () =>
      words === ''
        ? list.data?.pages.flatMap(({ sources, cited }) =>
            sources.map((source) => ({ source, hit: null, cited: cited?.[source.id] })),
          )
        : hits?.map((hit) => ({ source: hit.source, hit })),
    [words, list.data, hits],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (words === '')
    return {
      rows,
      answer: undefined,
      isCurrent: true,
      total: list.data?.pages.at(-1)?.total ?? 0,
      error: rows ? null : list.error,
      retry: () => void list.refetch(),
      more: () => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
      },
      async first(count) {
        let read = list.data;
        for (let hasMore = hasNextPage; hasMore && idsIn(read).length < count;) {
          const next = await fetchNextPage();
          read = next.data;
          hasMore = next.hasNextPage && !next.isError;
        }
        return idsIn(read).slice(0, count);
      },
    };
  const { answer, isCurrent, error, retry } = search;
  const first = async (count: number) => rows?.slice(0, count).map(({ source: { id } }) => id) ?? [];
  return { rows, answer, isCurrent, total: rows?.length ?? 0, error, retry, more: () => undefined, first };
}

function idsIn(list: { readonly pages: readonly SourceList[] } | undefined): readonly string[] {
  return list?.pages.flatMap(({ sources }) => sources.map(({ id }) => id)) ?? [];
}

interface HitsOf {
  /**
   * Identifies the search; another one starts a new order. A string, because the filter is a new object whenever the
   * address changes.
   */
  readonly key: string;
  readonly isInUse: boolean;
}

function useHits(answer: SearchAnswer | undefined, { key, isInUse }: HitsOf): readonly SearchHit[] | undefined {
  const [held, setHeld] = useState<{ key: string; answer: typeof answer; hits: readonly SearchHit[] | undefined }>({
    key,
    answer: undefined,
    hits: undefined,
  });
  if (held.answer === answer) return held.hits;
  const isJoin = isInUse && held.key === key && held.hits !== undefined && answer !== undefined;
  const hits = isJoin ? joined(held.hits ?? [], answer.hits) : answer?.hits;
  setHeld({ key, answer, hits });
  return hits;
}

interface WithSource {
  readonly source: { readonly id: string };
}

/**
 * The shown hits in their order, updated, followed by new ones. For a list in use, where rows must keep their
 * positions.
 */
export function joined<Hit extends WithSource>(shown: readonly Hit[], found: readonly Hit[]): readonly Hit[] {
  const byId = new Map(found.map((hit) => [hit.source.id, hit]));
  const stay = shown.flatMap(({ source: { id } }) => byId.get(id) ?? []);
  const known = new Set(shown.map(({ source }) => source.id));
  return [...stay, ...found.filter(({ source }) => !known.has(source.id))];
}
