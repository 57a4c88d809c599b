import { useQueries } from '@tanstack/react-query';

import { useContributed } from '#session/web/contribution/contributed.tsx';
import type { TodayPart } from '#session/web/contribution/today-part.ts';

interface ReadTodayPart {
  readonly part: TodayPart;
  /** Undefined until it has been read. */
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

export function useTodayParts(): readonly ReadTodayPart[] {
  const parts = useContributed(({ today }) => today);
  const results = useQueries({ queries: parts.map(({ query }) => query) });
  return parts.map((part, index) => {
    const { data, error = null, refetch = () => undefined } = results[index] ?? {};
    return { part, data, error, refetch };
  });
}
