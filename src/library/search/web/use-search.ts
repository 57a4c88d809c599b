import { useQuery } from '@tanstack/react-query';

import { useSettled } from '#elements/web/use-settled.ts';

import { searchKeyOf, searchQuery, type Wanted } from './queries.ts';

/** Pause in typing, in ms, before the search by meaning, which embeds the whole query each time. */
const REST_MS = 200;

/** Searches by words at once; results by meaning join when they arrive. */
export function useSearch(wanted: Wanted) {
  const key = searchKeyOf(wanted);
  const isRested = useSettled(key, REST_MS) === key;
  const byWords = useQuery({ ...searchQuery(wanted, 'words'), placeholderData: (before) => before });
  const byBoth = useQuery({ ...searchQuery(wanted, 'both'), enabled: isRested && wanted.words !== '' });
  const answer = byBoth.data ?? byWords.data;
  return {
    /** The answer for the words, or for earlier ones until it arrives. */
    answer: wanted.words === '' ? undefined : answer,
    /** The answer belongs to the present words. */
    isCurrent: byBoth.data !== undefined || (byWords.data !== undefined && !byWords.isPlaceholderData),
    error: answer === undefined ? (byWords.error ?? byBoth.error) : null,
    retry: () => {
      void byWords.refetch();
      void byBoth.refetch();
    },
  };
}
