import { type QueryPersister, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import type { Me } from '#account/protocol.ts';
import { meQuery, preferencesQuery } from '#account/web/queries.ts';
import { ApiProblem } from '#http-client/web/api.ts';
import type { SeenAnswer, WebContribution } from '#session/web/contribution/contribution.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import type { SeenStore } from './seen-store.ts';

/** When the shown answers of the browser's store were stored, by the hash of their queries. */
const fromBrowser = new Map<string, number>();

/**
 * Stores the answers that slices have named, and returns the stored ones while the server cannot be reached. An answer
 * that the page already has stays.
 */
export function seenAnswers(store: SeenStore, contributions: readonly WebContribution[]): QueryPersister {
  const kept: readonly SeenAnswer[] = [
    ...[meQuery, preferencesQuery, sessionsQuery].map(({ queryKey }) => ({ queryKey })),
    ...contributions.flatMap(({ seen = [] }) => seen),
  ];
  return async (queryFn, context, { queryHash, queryKey, state }) => {
    const rule = kept.find((each) => each.queryKey.every((part, index) => part === queryKey[index]));
    try {
      const answer: unknown = await queryFn(context);
      fromBrowser.delete(queryHash);
      if (!rule || answer === null) return answer as never;
      if (rule.queryKey === meQuery.queryKey && !store.enter((answer as Me).id)) return await loadForAnother();
      void store.keep(queryHash, rule.keep ? rule.keep(answer as never) : answer, Date.now());
      return answer as never;
    } catch (error) {
      if (!rule || state.data !== undefined || !(error instanceof ApiProblem) || error.kind !== 'unreachable')
        throw error;
      const seen = await store.read(queryHash).catch(() => null);
      if (!seen) throw error;
      fromBrowser.set(queryHash, seen.at);
      return seen.value as never;
    }
  };
}

/** The page's memory holds the data of another person. */
function loadForAnother(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/** The time of the oldest stored answer that is visible; null while all visible answers came from the server. */
export function useAnswersSeenAt(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const times = cache.findAll({ type: 'active' }).flatMap(({ queryHash }) => fromBrowser.get(queryHash) ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
  );
}
