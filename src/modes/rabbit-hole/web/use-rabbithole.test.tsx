// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';
import type { SessionState } from '#session/protocol.ts';
import type { LiveClient, SessionRequest } from '#session/web/client/live-client.ts';
import { LiveClientContext } from '#session/web/live-client-context.ts';

import { foldRabbithole } from '../domain/rabbithole-fold.ts';
import type { RabbitholeState } from '../domain/rabbithole-state.ts';
import { useRabbithole } from './use-rabbithole.ts';

let asked: [string, SessionRequest][] = [];
let answer: () => Promise<void>;
beforeEach(() => {
  asked = [];
  answer = () => Promise.resolve();
});

/** A connection that accepts every command at once unless a test overrides it. */
const client = {
  status: () => 'live',
  request: (session: string, request: SessionRequest) => {
    asked.push([session, request]);
    return answer();
  },
} as unknown as LiveClient;

function wrapper({ children }: { readonly children: ReactNode }) {
  return <LiveClientContext value={client}>{children}</LiveClientContext>;
}

/** Folds these events as the page does. */
function after(...bodies: readonly object[]): SessionState {
  const events = [{ type: 'session_started', mode: 'recall' }, ...bodies];
  const folded = events.reduce<RabbitholeState | undefined>(
    (state, body, index) => foldRabbithole(state, { seq: index + 1, at: 0, ...body } as unknown as SessionEvent),
    undefined,
  );
  return { session: 's1', modes: { 'rabbit-hole': folded } } as unknown as SessionState;
}
const found = { type: 'rabbithole_detected', topic: 'lizards', rabbitholeEventId: 'h1' };
const entered = [
  { type: 'mode_entered', mode: 'rabbit-hole', thread: 'h1' },
  { type: 'rabbithole_entered', topic: 'lizards' },
];

function look(state: SessionState) {
  return renderHook((shown: SessionState) => useRabbithole({ state: shown }), { wrapper, initialProps: state });
}

test('a detected tangent is an invitation until another message is sent', () => {
  const { result, rerender } = look(after());
  expect(result.current).toMatchObject({ isInRabbithole: false, rabbitholeTopic: null, rabbitholePrompt: null });
  rerender(after(found));
  expect(result.current.rabbitholePrompt).toEqual({ topic: 'lizards', eventId: 'h1' });
  rerender(after(found, { type: 'user_message', thread: 'trunk' }));
  expect(result.current.rabbitholePrompt).toBeNull();
});

test('inside, the topic is known and there is no invitation', () => {
  const { result, rerender } = look(after(found, ...entered));
  expect(result.current).toMatchObject({ isInRabbithole: true, rabbitholeTopic: 'lizards', rabbitholePrompt: null });
  rerender(after(found, ...entered, { type: 'mode_left', mode: 'rabbit-hole', thread: 'h1' }));
  expect(result.current).toMatchObject({ isInRabbithole: false, rabbitholeTopic: null });
});

test('each action sends one request while it is pending', async () => {
  const { result } = look(after(found));
  await act(async () => {
    result.current.enterRabbithole('h1', 'lizards');
    result.current.enterRabbithole('h1', 'lizards');
    result.current.openRabbithole('the seat', 'm3');
    result.current.exitRabbithole();
    result.current.declineRabbithole();
    await Promise.resolve();
  });
  expect(asked).toEqual([
    ['s1', { type: 'enter_rabbithole', rabbitholeEventId: 'h1', topic: 'lizards' }],
    ['s1', { type: 'open_rabbithole', topic: 'the seat', messageId: 'm3' }],
    ['s1', { type: 'exit_rabbithole' }],
    ['s1', { type: 'decline_rabbithole' }],
  ]);
});

test('a session older than rabbit holes has none', () => {
  const { result } = look({ session: 's1', modes: {} } as unknown as SessionState);
  expect(result.current).toMatchObject({ isInRabbithole: false, rabbitholePrompt: null });
});

const left = { type: 'mode_left', mode: 'rabbit-hole', thread: 'h1' };

test('a return is pending until it is granted or refused', async () => {
  let refuse: (problem: Error) => void = () => undefined;
  answer = () => new Promise((_, reject) => (refuse = reject));
  const { result, rerender } = look(after(found, ...entered));
  act(() => result.current.exitRabbithole());
  expect(result.current.isReturning).toBe(true);
  await act(async () => refuse(new Error('The disk is full.')));
  expect(result.current.isReturning).toBe(false);
  act(() => result.current.exitRabbithole());
  expect(result.current.isReturning).toBe(true);
  rerender(after(found, ...entered, left));
  expect(result.current).toMatchObject({ isReturning: false, wasMoved: false });
  expect(asked).toHaveLength(2);
});

test('a change of thread that was not requested here came from another window', async () => {
  const { result, rerender } = look(after(found));
  expect(result.current.wasMoved).toBe(false);
  rerender(after(found, ...entered));
  expect(result.current.wasMoved).toBe(true);
  await act(async () => result.current.exitRabbithole());
  rerender(after(found, ...entered, left));
  expect(result.current.wasMoved).toBe(false);
  rerender(after(found, ...entered, left, ...entered));
  expect(result.current.wasMoved).toBe(true);
});

test('a refused request does not explain a later change', async () => {
  answer = () => Promise.reject(new Error('Not now.'));
  const { result, rerender } = look(after(found));
  await act(async () => result.current.enterRabbithole('h1', 'lizards'));
  rerender(after(found, ...entered));
  expect(result.current.wasMoved).toBe(true);
});

test('opening a session on another thread is no change of thread', () => {
  const { result, rerender } = look(after(found));
  rerender({ ...after(found, ...entered), session: 's2' });
  expect(result.current).toMatchObject({ isInRabbithole: true, wasMoved: false });
});
