// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { SessionSummary } from '#session/protocol.ts';
import type { LiveClient } from '#session/web/client/live-client.ts';
import { PageCompositionContext } from '#session/web/contribution/page-composition.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { useSummaries } from './signed-in.tsx';

const summaryOf = (session: string, updatedAt: number): SessionSummary => ({
  session,
  mode: 'recall',
  title: session,
  status: 'open',
  lastLine: '',
  needsYou: false,
  updatedAt,
});

test('a changed session moves in the list; an omitted one stays out, and the list is read again', () => {
  const queries = new QueryClient();
  const told: unknown[] = [];
  const composition = {
    modes: {},
    slices: [
      {
        staleAfter: (changed: SessionSummary, before: SessionSummary | undefined) => {
          told.push([changed.session, before?.updatedAt]);
          return [['made from', changed.session]];
        },
      },
    ],
  };
  queries.setQueryData(['made from', 'second'], 'read');
  const [first, second] = [summaryOf('first', 2), summaryOf('second', 1)];
  queries.setQueryData(sessionsQuery.queryKey, [first, second]);
  let tell: (changed: SessionSummary) => void = () => undefined;
  const client = {
    onSummary(listener: typeof tell) {
      tell = listener;
      return () => undefined;
    },
    onNews: () => () => undefined,
  } as Partial<LiveClient> as LiveClient;
  renderHook(() => useSummaries(client), {
    wrapper: ({ children }) => (
      <PageCompositionContext value={composition}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </PageCompositionContext>
    ),
  });
  const listed = () => queries.getQueryData(sessionsQuery.queryKey)?.map(({ session }) => session);
  const isStale = () => queries.getQueryState(sessionsQuery.queryKey)?.isInvalidated;
  tell({ ...second, updatedAt: 3 });
  expect(listed()).toEqual(['second', 'first']);
  expect(isStale()).toBe(false);
  expect(told).toEqual([['second', 1]]);
  expect(queries.getQueryState(['made from', 'second'])?.isInvalidated).toBe(true);
  tell(summaryOf('of a deleted set', 4));
  expect(listed()).toEqual(['second', 'first']);
  expect(isStale()).toBe(true);
});
