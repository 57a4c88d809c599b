import type { Refusal } from '#kernel/refusal.ts';

import type { MessagePart, SessionCommand, SessionState } from '../protocol.ts';
import type { EventBody, SessionEvent } from './event.ts';
import type { ModeMessages } from './mode-messages.ts';

interface Decided {
  readonly ok: true;
  readonly events: readonly EventBody[];
  /** After the events, the session ends as with `end_session`, or the top mode is left. */
  readonly follows?: 'end-session' | 'leave-mode';
  /** Events to add after the top mode was left. */
  readonly afterLeaving?: readonly EventBody[];
  /** The end waits for evaluations. The sender gets the answer when the session has ended or the mode was left. */
  readonly isEnding?: true;
}
/** The events that a command adds (possibly none), or why it is refused. */
export type Decision = Decided | Refusal;

/** The input of a mode's decision. Time and ids are values, so that a test can repeat a decision. */
export interface ModeContext<State> {
  readonly session: SessionState;
  readonly state: State;
  readonly now: number;
  readonly newId: string;
}

/**
 * The types of one mode. Both halves name the same ones, so that the compiler checks what the server half hands to the
 * pure half. Omit what the mode does not have.
 */
export interface ModeTypes {
  /** A plain object that survives JSON. */
  readonly state: object;
  /** Returned by `prepare` and passed to `prepared`. */
  readonly preparation?: unknown;
  /** Reported or observed by the server half and passed to `reported`. Survives JSON. */
  readonly report?: unknown;
  readonly part?: MessagePart;
}

/** One of a mode's types; `never` where the mode does not have it. */
export type TypeOf<Types extends ModeTypes, Name extends keyof ModeTypes> = Name extends keyof Types
  ? Exclude<Types[Name], undefined>
  : never;

/**
 * `editing`: the person can edit a message and send it again. The earlier version, and what followed it, leaves the
 * conversation: only for modes whose messages decide nothing permanent. `reports-when-complete`: a complete session
 * accepts reports, which can reopen it with `session_resumed`.
 */
type Exception = 'editing' | 'reports-when-complete';

export interface PlannedReply {
  /** Data that the reply depends on, stored under `hidden` with its beginning. */
  readonly hidden: object;
  /** The reply says something new: a reply that was set aside is not continued. */
  readonly isNew?: boolean;
}

export type FollowedEvent = Extract<
  EventBody,
  { type: 'assistant_complete' | 'assistant_interrupted' | 'mode_left' | 'conversation_branched' }
>;

interface ModeSummary {
  /** Something in the session waits for the person to act, also while its mode is not on top. */
  readonly needsYou?: boolean;
  /** Null or omitted: the start of the session's last message with text. */
  readonly lastLine?: string | null;
  /** For lists of the mode's own; goes with `session_summary_changed`. */
  readonly details?: object;
}

/**
 * The pure half of a mode. The spine keeps the log, the transcript, turns and replies. A mode adds its own state, its
 * own commands, and the data that its replies depend on. Data that the person must not see is under `hidden` in its
 * state; `fold` works without it, since the browser runs it too.
 */
export interface ModeDomain<Types extends ModeTypes> {
  /** The mode's state after an event; undefined until the mode has begun in this session. */
  fold(state: Types['state'] | undefined, event: SessionEvent): Types['state'] | undefined;
  /** Messages that the mode writes itself, with events of its own. Omitted: it writes none. */
  readonly messages?: ModeMessages;
  /**
   * Decides a client's command. Undefined leaves it to the next mode, and at last to the spine. The top mode is asked
   * first, then the modes below it, then the inactive ones.
   */
  decide?(context: ModeContext<Types['state']>, command: SessionCommand): Decision | undefined;
  /** Decides on a report of the server half. It is applied once for each id, also after a restart. */
  reported?(context: ModeContext<Types['state']>, report: TypeOf<Types, 'report'>): Decision;
  /** Exceptions from what the spine refuses in other modes. Omitted: none. */
  readonly allows?: readonly Exception[];
  /**
   * Events for the result of preparing a message. `below`: the mode below it on the stack, on whose thread it speaks,
   * prepares the messages of this mode; the reply is this mode's own. Omitted: the mode prepares nothing, and its
   * replies begin with the event that begins their turn.
   */
  readonly prepared?:
    | 'below'
    | ((
        context: ModeContext<Types['state']>,
        messageId: string,
        result: TypeOf<Types, 'preparation'>,
      ) => readonly EventBody[]);
  /**
   * A message that still has to be prepared after its turn was interrupted; null if there is none. `inside`: a message
   * that was sent in an inner mode, which is prepared beside the turn under way.
   */
  unprepared?(state: Types['state'], where?: 'inside'): string | null;
  /** Whether the reply to a message can be retried at once. If not, the message is prepared first. */
  isPrepared?(state: Types['state'], messageId: string): boolean;
  /**
   * Plans a reply that begins. Null: the turn ends without a reply, because what the mode shows waits for the person.
   */
  planReply?(context: ModeContext<Types['state']>, replyTo: string): PlannedReply | null;
  /** Events before this mode is left, or before the session is complete, in the same transaction. */
  before?(context: ModeContext<Types['state']>, end: 'mode_left' | 'session_complete'): readonly EventBody[];
  /**
   * Events after a reply of this mode or of an inner one has ended, complete or not, after the inner mode was left, and
   * after a mode has moved messages. They are in the same transaction.
   */
  after?(context: ModeContext<Types['state']>, event: FollowedEvent): readonly EventBody[];
  /** A summary of where a paused session stopped, as the first message after it is resumed. Null or omitted: none. */
  recap?(context: ModeContext<Types['state']>): string | null;
  /** The line of a session of this mode in lists. */
  summary?(state: Types['state']): ModeSummary;
}

/** A mode as the registry holds it: the spine only passes its values from one half to the other. */
export type AnyMode = ModeDomain<ModeTypes>;
/** Drops the types of a mode, so that modes fit one registry. */
export function anyMode<Types extends ModeTypes>(mode: ModeDomain<Types>): AnyMode {
  return mode as unknown as AnyMode;
}
export type ModeDomains = Readonly<Record<string, AnyMode>>;
