import { assert } from '#kernel/assert.ts';

import type { Message, SessionState, Turn } from '../protocol.ts';
import { activeMode, modeOf } from './active-mode.ts';
import type { SessionEvent } from './event.ts';
import { foldMessages, latest } from './messages.ts';
import { foldTranscript, messagesOf } from './mode-messages.ts';
import type { AnyMode } from './mode.ts';
import { TRUNK } from './thread.ts';

/** Raise it when the meaning of `fold` changes: stored snapshots of another version are not read. */
export const FOLD_VERSION = 18;

/** Events that do not count as activity: they leave `updatedAt`, which orders lists, unchanged. */
const ABOUT_THE_SESSION = new Set<SessionEvent['type']>([
  'ending_started',
  'session_paused',
  'session_complete',
  'title_changed',
]);

/** The part of each mode that folding needs. */
export type ModeFolds = Readonly<Record<string, Pick<AnyMode, 'fold' | 'messages'>>>;

export type Fold = (state: SessionState | null, event: SessionEvent) => SessionState;

/** The function that computes a session's state from its events, on the server and in the browser. */
export function createFold(modes: ModeFolds): Fold {
  const ofModes = messagesOf(modes);
  return function fold(state, event) {
    const session =
      state === null ? begin(event) : foldSpine(state, event, foldTranscript(state.messages, event, ofModes));
    const folded: Record<string, unknown> = {};
    for (const [id, mode] of Object.entries(modes)) {
      const next = mode.fold(session.modes[id] as object | undefined, event);
      if (next !== undefined) folded[id] = next;
    }
    return { ...session, modes: folded };
  };
}

function begin(event: SessionEvent): SessionState {
  assert(event.type === 'session_started' && event.seq === 1, 'a log begins with session_started');
  const messages = foldMessages([], event);
  return {
    session: event.session,
    head: 1,
    mode: event.mode,
    title: event.title,
    agent: event.agent,
    status: 'open',
    startedAt: event.at,
    updatedAt: event.at,
    stack: [{ mode: event.mode, thread: TRUNK }],
    messages: [...messages],
    messageCount: messages.length,
    turn: null,
    waiting: [],
    modes: {},
  };
}

function foldSpine(state: SessionState, event: SessionEvent, messages: readonly Message[]): SessionState {
  assert(event.seq === state.head + 1, `event ${event.seq} follows ${state.head}`);
  const next: SessionState = {
    ...state,
    head: event.seq,
    updatedAt: ABOUT_THE_SESSION.has(event.type) ? state.updatedAt : event.at,
    messages: [...latest(messages)],
    messageCount: state.messageCount + (messages.length - state.messages.length),
  };
  switch (event.type) {
    case 'user_message': {
      const { messageId, thread } = event;
      const said = { messageId, thread, mode: modeOf(state, thread) };
      return next.turn === null
        ? { ...next, turn: { ...said, replyId: null } }
        : { ...next, waiting: [...next.waiting, said] };
    }
    case 'conversation_branched': {
      const moved = new Set(event.moved);
      const branched = {
        ...next,
        waiting: next.waiting.filter(({ messageId }) => !moved.has(messageId)),
        branchedAt: event.seq,
      };
      return next.turn && moved.has(next.turn.messageId) ? nextTurn({ ...branched, turn: null }) : branched;
    }
    case 'reply_started': {
      const { messageId, thread, replyTo, continues } = event;
      const mode = state.turn?.messageId === replyTo ? state.turn.mode : modeOf(state, thread);
      const turn = { messageId: replyTo, thread, mode, replyId: messageId };
      const waiting = next.waiting.filter((other) => other.messageId !== replyTo);
      // In older logs the reply of an outer mode can begin before that of the mode inside.
      const others = state.turn && state.turn.messageId !== replyTo ? [setAside(state.turn), ...waiting] : waiting;
      return { ...next, turn: continues === undefined ? turn : { ...turn, continues }, waiting: others };
    }
    case 'turn_reopened': {
      const { messageId, thread } = event;
      return { ...next, turn: { messageId, thread, mode: modeOf(state, thread), replyId: null } };
    }
    case 'turn_ended':
      return state.turn?.messageId === event.messageId ? nextTurn(next) : next;
    case 'assistant_complete':
    case 'assistant_interrupted': {
      const ended = { ...next, agent: event.agent ?? next.agent };
      if (event.type === 'assistant_interrupted' && event.reason === 'set-aside') return ended;
      if (state.turn === null || isOf(state.turn, event)) return nextTurn(ended);
      return { ...ended, waiting: next.waiting.filter(({ continues }) => continues !== event.messageId) };
    }
    case 'session_paused':
      return { ...next, status: 'paused' };
    case 'session_resumed':
      return { ...next, status: 'open' };
    case 'session_complete':
      return { ...withoutEnding(next), status: 'complete', turn: null, waiting: [] };
    case 'ending_started':
      return { ...next, ending: { ends: event.ends, since: event.at } };
    case 'title_changed':
      return { ...next, title: event.title };
    case 'mode_entered': {
      const { mode, thread, opens } = event;
      const turn = opens === undefined ? null : { messageId: opens, thread, mode, replyId: null };
      const waiting = next.turn ? [setAside(next.turn), ...next.waiting] : next.waiting;
      return { ...next, stack: [...next.stack, { mode, thread }], turn, waiting };
    }
    case 'mode_left': {
      // Messages on its thread, waiting or in their turn, get no answer any more.
      const waiting = next.waiting.filter(({ thread }) => thread !== event.thread);
      const turn = next.turn?.thread === event.thread ? null : next.turn;
      const rest = next.ending?.ends === 'mode' ? withoutEnding(next) : next;
      const left = { ...rest, stack: next.stack.slice(0, -1), turn, waiting };
      return left.turn === null ? nextTurn(left) : left;
    }
    default:
      return next;
  }
}

function withoutEnding(session: SessionState): SessionState {
  const { ending: _, ...state } = session;
  return state;
}

/** A turn that waits until the inner modes are left; its reply continues then. */
function setAside({ messageId, thread, mode, replyId, continues }: Turn): SessionState['waiting'][number] {
  const cut = replyId ?? continues;
  return { messageId, thread, mode, ...(cut !== undefined && { continues: cut }) };
}

/** Whether an event ends the reply of this turn. */
function isOf(turn: Turn, event: Extract<SessionEvent, { type: 'assistant_complete' | 'assistant_interrupted' }>) {
  return event.type === 'assistant_complete' ? turn.replyId === event.messageId : turn.messageId === event.replyTo;
}

/**
 * Ends the turn: the first message that waits on the active thread gets the next turn. Messages that wait on the trunk
 * wait until the inner modes are left.
 */
function nextTurn(state: SessionState): SessionState {
  const { thread } = activeMode(state);
  const first = state.waiting.find((message) => message.thread === thread);
  const turn: Turn | null = first ? { ...first, replyId: null } : null;
  return { ...state, turn, waiting: state.waiting.filter((message) => message !== first) };
}

/** The state as the person may see it: the same as the fold of the client's events. */
export function toClientState(state: SessionState): SessionState {
  const modes: Record<string, unknown> = {};
  for (const [id, mode] of Object.entries(state.modes)) {
    const { hidden: _, ...shown } = mode as { hidden?: unknown };
    modes[id] = shown;
  }
  return { ...state, modes };
}
