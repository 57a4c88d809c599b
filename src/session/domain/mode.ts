import type { Refusal } from '#kernel/refusal.ts';
import type { SessionCommand } from '#wire/up.ts';

import type { Message, SessionState } from '../protocol.ts';
import type { EventBody, SessionEvent } from './event.ts';

interface Decided {
  readonly ok: true;
  readonly events: readonly EventBody[];
  /** The session ends with it, as by `end_session`; or the mode on top of the others is left. */
  readonly follows?: 'end-session' | 'leave-mode';
}
/** What a command comes to: the events it adds (perhaps none), or why not. */
export type Decision = Decided | Refusal;

/** What a decision may depend on. Time and ids are values, so that a decision can be made again in a test. */
export interface ModeContext<State> {
  readonly session: SessionState;
  readonly state: State;
  readonly now: number;
  /** A fresh id, for what the decision makes. */
  readonly newId: string;
}

/**
 * The pure half of a mode. The spine keeps the log, the transcript, turns and replies; a mode adds its own state, its
 * own commands, and what a reply has to reckon with. Its state is a plain object that survives JSON; what the person
 * must not see stands under `hidden`, and every function here works without it, since the browser runs them too.
 */
export interface ModeDomain<State extends object> {
  /** The mode's state after an event; undefined until the mode has begun in this session. */
  fold(state: State | undefined, event: SessionEvent): State | undefined;
  /** Nothing is prepared before its replies: they begin with the message that they answer. */
  readonly answersAtOnce?: true;
  /**
   * The answer to a command that is the mode's own, or that it answers differently; undefined leaves it to the next mode
   * and at last to the spine. The mode on top is asked first, whatever is not active last.
   */
  decide?(context: ModeContext<State>, command: SessionCommand): Decision | undefined;
  /** What the work before the reply to a message found: `result` is what the server half's `prepare` came to. */
  prepared?(context: ModeContext<State>, messageId: string, result: unknown): readonly EventBody[];
  /** A message that still has to be prepared though its turn was cut short; null where there is none. */
  unprepared?(state: State): string | null;
  /** One of these that was said in a mode inside this one: it is prepared beside whatever is under way. */
  unpreparedInside?(state: State): string | null;
  /** Whether the reply to a message can be tried again at once; where not, its preparation comes first. */
  isPrepared?(state: State, messageId: string): boolean;
  /** What the reply to a message has to reckon with, kept hidden with its beginning. */
  planReply?(context: ModeContext<State>, replyTo: string): object;
  /** What follows a complete reply, in the same transaction. */
  afterReply?(context: ModeContext<State>): readonly EventBody[];
  /** What follows a reply that was stopped or failed in its midst, in the same transaction. */
  afterInterrupted?(context: ModeContext<State>): readonly EventBody[];
  /** What follows a reply of a mode inside this one, complete or not, in the same transaction. */
  afterReplyInside?(context: ModeContext<State>, reply: Message): readonly EventBody[];
  /** What leaving the mode adds before it is left, in the same transaction. */
  beforeLeaving?(context: ModeContext<State>): readonly EventBody[];
  /** What follows once the mode inside this one is left, in the same transaction. */
  afterReturn?(context: ModeContext<State>): readonly EventBody[];
  /** A message to look at beside the turn: nothing waits for what comes of it, and after a crash it may be left. */
  toObserve?(session: SessionState, state: State): string | null;
  /** What came of looking at a message: `result` is what the server half's `observe` came to. */
  observed?(context: ModeContext<State>, messageId: string, result: unknown): readonly EventBody[];
  /** What the end of the session adds before it is complete. */
  beforeEnd?(context: ModeContext<State>): readonly EventBody[];
  /** Where things stand, for whoever comes back to a paused session; null where there is nothing to say. No spoiler. */
  recap?(context: ModeContext<State>): string | null;
  /** Whether something in the session waits for the person. */
  needsYou?(state: State): boolean;
}

/** The registry's view of a mode: its state is a matter of the mode alone. */
export type AnyMode = ModeDomain<object>;
export type ModeDomains = Readonly<Record<string, AnyMode>>;
