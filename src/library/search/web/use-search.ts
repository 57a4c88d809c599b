import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { SearchAnswer } from '../protocol.ts';
import { searchKeyOf, searchQuery, type Wanted } from './queries.ts';

/** Pause in typing, in ms, before the search by meaning, which embeds the whole query again. */
const REST_MS = 200;

interface Search {
  /** The answer to the words, or to earlier ones until it has come. */
  readonly answer: SearchAnswer | undefined;
  /** The answer is to these words. */
  readonly isCurrent: boolean;
  /** Meaning may still join. */
  readonly isJoining: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Searches by words at once; meaning joins when it is there. */
export function useSearch(wanted: Wanted): Search {
  const isRested = useRested(searchKeyOf(wanted));
  const byWords = useQuery({ ...searchQuery(wanted, 'words'), placeholderData: (before) => before });
  const byBoth = useQuery({ ...searchQuery(wanted, 'both'), enabled: isRested && wanted.words !== '' });
  const answer = byBoth.data ?? byWords.data;
  return {
    answer: wanted.words === '' ? undefined : answer,
    isCurrent: byBoth.data !== undefined || (byWords.data !== undefined && !byWords.isPlaceholderData),
    isJoining: byBoth.data === undefined && byBoth.error === null,
    error: answer === undefined ? (byWords.error ?? byBoth.error) : null,
    retry: () => {
      void byWords.refetch();
      void byBoth.refetch();
    },
  };
}

/** Whether typing rests: the search is the one of a moment ago. */
function useRested(key: string): boolean {
  const [rested, setRested] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setRested(key), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return rested === key;
}
