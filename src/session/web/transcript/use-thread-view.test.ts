// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { sessionView } from '../../../../fixtures/page/session-view.ts';
import { saidMessage } from '../../../../fixtures/spine/said-message.ts';
import type { Message, SessionState } from '../../protocol.ts';
import type { OpenSession } from '../mode-screen.ts';
import { useThreadView } from './use-thread-view.ts';

afterEach(cleanup);

const said = (seq: number, thread = 'trunk') => saidMessage(seq, { thread });
const pending = [{ id: 'p1', content: 'On its way', isRequest: false, status: 'waiting' as const }];

const viewOf = (
  messages: Message[],
  state: Partial<SessionState> = {},
  change: Partial<OpenSession> = {},
): OpenSession => sessionView({ stack: [], messages, ...state }, { pending, ...change });
const inside = {
  stack: [
    { mode: 'recall', thread: 'trunk' },
    { mode: 'rabbit-hole', thread: 'h1' },
  ],
} as Partial<SessionState>;
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

function look(view: OpenSession, thread: string, { from = 0, loadOlder = () => Promise.resolve() } = {}) {
  return renderHook((shown: OpenSession) => useThreadView(shown, { thread, from, loadOlder }), { initialProps: view });
}

test('a thread shows only its own messages', () => {
  const view = viewOf([said(5), said(7, 'h1'), said(9)], inside, { older: [said(1), said(2, 'h1')] });
  const trunk = look(view, 'trunk').result.current;
  expect([idsOf(trunk.older), idsOf(trunk.state.messages)]).toEqual([['m1'], ['m5', 'm9']]);
  const hole = look(view, 'h1').result.current;
  expect([idsOf(hole.older), idsOf(hole.state.messages)]).toEqual([['m2'], ['m7']]);
});

test('unsent messages are shown on the active thread', () => {
  const view = viewOf([said(1)], inside);
  expect(look(view, 'h1').result.current.pending).toEqual(pending);
  expect(look(view, 'trunk').result.current.pending).toEqual([]);
});

test('a session with one thread stays the same object, so that nothing renders again', () => {
  const view = viewOf([said(1), said(2)]);
  const { result } = look(view, 'trunk');
  expect(result.current.state).toBe(view.state);
  expect(result.current.older).toBe(view.older);
});

test('a turn is shown only on its own thread', () => {
  const turn = { messageId: 'm1', thread: 'trunk', mode: 'recall', replyId: 'r1' } as const;
  const view = viewOf([said(1)], { ...inside, turn });
  expect(look(view, 'trunk').result.current.state.turn).toEqual(turn);
  expect(look(view, 'h1').result.current.state.turn).toBeNull();
});

test('a thread that is too short to scroll loads older messages up to its beginning', () => {
  let loads = 0;
  const loadOlder = () => {
    loads += 1;
    return Promise.resolve();
  };
  const view = viewOf([said(300, 'h1')], inside, { hasOlder: true });
  const { rerender, result } = look(view, 'h1', { from: 120, loadOlder });
  expect(loads).toBe(1);
  rerender({ ...view, older: [said(200), said(201, 'h1')] });
  expect(loads).toBe(2);
  rerender({ ...view, older: [said(110), said(121, 'h1')] });
  expect(loads).toBe(2);
  expect(result.current.hasOlder).toBe(false);
});

test('a thread that fills the screen loads older messages only when the reader scrolls up', () => {
  let loads = 0;
  const messages = Array.from({ length: 40 }, (_, index) => said(index + 100));
  look(viewOf(messages, {}, { hasOlder: true }), 'trunk', {
    loadOlder: () => {
      loads += 1;
      return Promise.resolve();
    },
  });
  expect(loads).toBe(0);
});
