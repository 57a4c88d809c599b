// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { SessionSummary } from '#session/protocol.ts';
import type { LiveClient } from '#session/web/client/live-client.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { useSummaries } from './use-summaries.ts';

const summaryOf = (session: string, updatedAt: number): SessionSummary => ({
  session,
  mode: 'recall',
  title: session,
  status: 'open',
  lastLine: '',
  needsYou: false,
  updatedAt,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a session that is told of moves in the list, and one that the list leaves out does not come into it', () => {
  const queries = new QueryClient();
  const [first, second] = [summaryOf('first', 2), summaryOf('second', 1)];
  queries.setQueryData(sessionsQuery.queryKey, [first, second]);
  let tell: (changed: SessionSummary) => void = () => undefined;
  const client = {
    onSummary(listener: typeof tell) {
      tell = listener;
      return () => undefined;
    },
  } as LiveClient;
  renderHook(() => useSummaries(client), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  const listed = () => queries.getQueryData(sessionsQuery.queryKey)?.map(({ session }) => session);
  const isAskedAnew = () => queries.getQueryState(sessionsQuery.queryKey)?.isInvalidated;
  tell({ ...second, updatedAt: 3 });
  expect(listed()).toEqual(['second', 'first']);
  expect(isAskedAnew()).toBe(false);
  tell(summaryOf('of a deleted set', 4));
  expect(listed()).toEqual(['second', 'first']);
  expect(isAskedAnew()).toBe(true);
});
