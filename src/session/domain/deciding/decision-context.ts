import { refuse } from '#kernel/refusal.ts';

import type { ModeId, SessionState } from '../../protocol.ts';
import type { EventBody, SessionEvent } from '../event.ts';
import type { Fold } from '../fold.ts';
import type { Decision, ModeDomains, Situation } from '../mode.ts';

export interface DecisionContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly newId: string;
  /** The text so far of the reply under way, or empty: chunks are not part of the log. */
  readonly replyText: string;
  /** Leaving the mode on top was asked for and waits for something to be read: nothing in it is answered any more. */
  readonly isLeaving?: boolean;
}

/** What every decision is made with. */
export interface Ground {
  readonly modes: ModeDomains;
  readonly situationOf: (session: SessionState, mode: ModeId, context: DecisionContext) => Situation<object>;
  /** The session once these events have happened. */
  readonly after: (session: SessionState, events: readonly EventBody[], context: DecisionContext) => SessionState;
}

export function createGround(modes: ModeDomains, fold: Fold): Ground {
  return {
    modes,
    situationOf: (session, mode, { now, newId }) => ({ session, state: session.modes[mode] as object, now, newId }),
    after: (session, events, { now }) => events.reduce((state, body) => fold(state, record(body, state, now)), session),
  };
}

/** A body with its place in the log. */
export function record(body: EventBody, state: { session: string; head: number }, now: number): SessionEvent {
  return { ...body, session: state.session, seq: state.head + 1, at: now } as SessionEvent;
}

export const over = () => refuse('session-over', 'This session is over. Begin a new one to go on.');
export const decided = (events: readonly EventBody[]): Decision => ({ ok: true, events });
