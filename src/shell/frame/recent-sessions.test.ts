import { expect, test } from 'vitest';

import type { SessionSummary } from '#session/protocol.ts';

import { recentOf } from './recent-sessions.tsx';

const session = (id: string, title: string, mode = 'recall') => ({ session: id, title, mode }) as SessionSummary;
const sessions = [
  session('s3', 'Bread'),
  session('s2', 'Coffee'),
  session('s1', 'Bread'),
  session('s0', 'Bread', 'echo'),
];
const idsAt = (pathname: string) => recentOf(sessions, pathname).map((each) => each.session);

test('of sessions with one title the latest is listed', () => {
  expect(idsAt('/')).toEqual(['s3', 's2', 's0']);
});

test('or the one that is open on the page', () => {
  expect(idsAt('/session/s1')).toEqual(['s2', 's1', 's0']);
});
