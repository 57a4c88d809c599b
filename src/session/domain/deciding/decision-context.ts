import { refuse } from '#kernel/refusal.ts';

import type { SessionState } from '../../protocol.ts';
import type { EventBody, SessionEvent } from '../event.ts';
import type { Fold } from '../fold.ts';
import type { AnyMode, Decision, FollowedEvent, ModeContext, ModeDomains } from '../mode.ts';
import type { ShownReply } from '../parts.ts';

/** Everything a decision depends on beside the state and the command. */
export interface DecisionContext {
  readonly modes: ModeDomains;
  readonly fold: Fold;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly newId: string;
  /** The text shown of the reply under way: chunks are not part of the log. */
  readonly shown: ShownReply;
}

/** The pure half of a mode; undefined for a mode that this server does not have. */
export function modeNamed({ modes }: DecisionContext, mode: string): AnyMode | undefined {
  return Object.hasOwn(modes, mode) ? modes[mode] : undefined;
}

export function modeContext(session: SessionState, mode: string, { now, newId }: DecisionContext): ModeContext<object> {
  return { session, state: session.modes[mode] as object, now, newId };
}

export function foldAll(session: SessionState, events: readonly EventBody[], context: DecisionContext): SessionState {
  return events.reduce((state, body) => context.fold(state, record(body, state, context.now)), session);
}

/** An event, and what the active modes add after it. */
export function withEventsAfter(session: SessionState, event: FollowedEvent, context: DecisionContext): EventBody[] {
  const next = foldAll(session, [event], context);
  const modes = new Set(next.stack.toReversed().map(({ mode }) => mode));
  const added = [...modes].map((mode) => modeNamed(context, mode)?.after?.(modeContext(next, mode, context), event));
  return [event, ...added.flatMap((events) => events ?? [])];
}

/** An event body with its place in the log. */
export function record(body: EventBody, state: { session: string; head: number }, now: number): SessionEvent {
  return { ...body, session: state.session, seq: state.head + 1, at: now } as SessionEvent;
}

export const sessionOver = () => refuse('session-over', 'This session is over. Begin a new one to go on.');
/** A change in a paused session resumes it. */
export const resumed = ({ status }: Pick<SessionState, 'status'>): EventBody[] =>
  status === 'paused' ? [{ type: 'session_resumed' }] : [];
export const decided = (events: readonly EventBody[]): Decision => ({ ok: true, events });
