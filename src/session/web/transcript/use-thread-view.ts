import { useEffect, useMemo } from 'react';

import { activeMode } from '../../domain/active-mode.ts';
import type { Message, SessionState } from '../../protocol.ts';
import type { PendingMessage } from '../client/live-client.ts';
import type { OpenSession } from '../mode-screen.ts';

interface ThreadOfView {
  readonly thread: string;
  /** The seq that the thread begins with. */
  readonly from: number;
  readonly loadOlder: () => Promise<void>;
}

const NOTHING_PENDING: readonly PendingMessage[] = [];
/** Number of messages that fill a screen. With fewer, the reader cannot scroll, and so cannot request older ones. */
const MIN_MESSAGES = 30;

/** A session with the messages of one thread. Unchanged parts keep their identity. */
export function useThreadView(view: OpenSession, { thread, from, loadOlder }: ThreadOfView): OpenSession {
  const { state: whole, older: all, pending } = view;
  const isActive = activeMode(whole).thread === thread;
  const state = useMemo(() => onThread(whole, thread), [whole, thread]);
  const older = useMemo(() => saidOn(all, thread), [all, thread]);
  const held = all[0] ?? whole.messages[0];
  const hasOlder = view.hasOlder && (held === undefined || held.seq > from);
  const isShort = state.messages.length + older.length < MIN_MESSAGES;
  useEffect(() => {
    if (hasOlder && isShort) loadOlder().catch(() => undefined);
  }, [hasOlder, isShort, all, loadOlder]);
  // An unsent message goes to the thread that is active when it arrives.
  return { ...view, state, older, hasOlder, pending: isActive ? pending : NOTHING_PENDING };
}

function saidOn(messages: readonly Message[], thread: string): readonly Message[] {
  return messages.every((message) => message.thread === thread)
    ? messages
    : messages.filter((message) => message.thread === thread);
}

function onThread(state: SessionState, thread: string): SessionState {
  const messages = saidOn(state.messages, thread);
  const turn = state.turn?.thread === thread ? state.turn : null;
  if (messages === state.messages && turn === state.turn) return state;
  return { ...state, messages: [...messages], turn };
}
