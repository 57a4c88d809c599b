import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';

import type { EventBody, SessionEvent } from '../domain/event.ts';
import type { ModeDomain, ModeTypes, TypeOf } from '../domain/mode.ts';
import type { DownMessage, SessionCommand, SessionState, ThreadRoom, ThreadTail } from '../protocol.ts';
import type { Owned } from './log/log.ts';
import type { Answer } from './log/stored-answer.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each mode writes its own tables, which the spine does not know
type ModeTransaction = Transaction<any>;

// oxlint-disable-next-line typescript/no-explicit-any -- and reads them
type ModeReader = Kysely<any>;

// oxlint-disable-next-line typescript/no-explicit-any -- and names the columns of its queries
type SessionIds = SelectQueryBuilder<any, any, { session_id: string }>;

export interface IdleRequest {
  readonly person: string;
  readonly session: string;
  /** Milliseconds since the epoch, like `now`. */
  readonly idleSince: number;
  readonly now: number;
}

export interface BeginRequest {
  readonly person: string;
  readonly session: string;
  readonly now: number;
  readonly newId: string;
  /** The request of the client, not validated: the mode knows its own fields. */
  readonly options: unknown;
}

export interface RecordRequest {
  readonly person: string;
  /** The state before these events; null before the first event. */
  readonly before: SessionState | null;
  readonly after: SessionState;
  readonly events: readonly SessionEvent[];
}

export interface ReplyWait {
  readonly retryInMs: number;
  readonly reason: string;
}

interface Work {
  readonly person: string;
  readonly signal: AbortSignal;
}

export interface MessageWork extends Work {
  readonly messageId: string;
}

interface WaitingWork extends Work {
  /** Tells the person that the work waits and why. Shown until the work continues, and not stored. */
  readonly showWait: (wait: ReplyWait) => void;
}

interface ReadingWork extends WaitingWork {
  /**
   * The messages of a thread, oldest first: all of them, or in a long session at least the latest that there is room
   * for. `session.messages` holds fewer.
   */
  readonly readThread: (thread: string, room: ThreadRoom) => Promise<ThreadTail>;
}

export interface PrepareWork extends ReadingWork, MessageWork {}

export interface ReplyWork extends ReadingWork {
  /** Sets the agent's name as the page shows it. Call it before the first text. */
  readonly announce: (agent: string) => void;
}

/** When sessions of a mode pause or end without a command. */
export interface IdlePolicy {
  /**
   * An open session that was idle for this long, and that no window shows, is paused. Null: never. Default: 30 minutes.
   */
  readonly pauseAfterMs?: number | null;
  /** Whether a session that was idle since `idleSince` ends, even if a window shows it. Default: never. */
  isAbandoned?(db: ModeReader, idle: IdleRequest): Promise<boolean>;
}

export interface Report<Data> {
  /** Chosen by the mode, unique among its reports to a session. A report with a known id is not applied again. */
  readonly id: string;
  readonly report: Data;
}

/** How a server half changes its sessions at any time. */
export interface ModeReports<Data> {
  /**
   * Lets the pure half decide on a report, after the commands that arrived before it. Resolves when its events are
   * stored, with the same answer for the same id. Rejects with an AppError if the session cannot be found or the store
   * failed; the report can be sent again then.
   */
  report(owned: Owned, report: Report<Data>): Promise<Answer>;
  /** Sends readers a message that is not stored and can be lost: a later reader gets the result of `shown`. */
  show(owned: Owned, message: DownMessage): Promise<void>;
}

/** The effects of a mode. Everything here can run twice after a crash, except `record`. */
export interface ModeServer<Types extends ModeTypes> {
  readonly domain: ModeDomain<Types>;
  readonly idle?: IdlePolicy;
  /** Called once, before any session is loaded. */
  start?(reports: ModeReports<TypeOf<Types, 'report'>>): void;
  /**
   * The first event of a new session, or the id of a session to continue instead. Runs in the transaction that begins
   * the session. Throws an AppError when no session can begin.
   */
  begin(trx: ModeTransaction, request: BeginRequest): Promise<EventBody | { readonly existing: string }>;
  /** The work before the reply to a message. Required where the domain has `prepared`, which gets the result. */
  prepare?(session: SessionState, work: PrepareWork): Promise<TypeOf<Types, 'preparation'>>;
  /**
   * The message to observe beside the turn; null if there is none. Nothing waits for the result, and a crash can lose
   * it.
   */
  toObserve?(session: SessionState): string | null;
  /** Observes that message. The result is a report. Errors are only logged. */
  observe?(session: SessionState, work: MessageWork): Promise<TypeOf<Types, 'report'>>;
  /**
   * Streams the reply under way: text, and parts of the mode. An error is shown with what came before it; an AppError's
   * `remedy` is shown too, and a reply that ends with kind `reply-cut` can be continued.
   */
  reply(session: SessionState, work: ReplyWork): AsyncIterable<string | TypeOf<Types, 'part'>>;
  /**
   * Does what a command requests outside of the log, such as typing into a terminal: after `decide` has accepted it,
   * and before its answer is stored. Undefined if there is nothing to do. An AppError becomes the answer, and nothing
   * is stored. `signIn`: of the browser that sent it; null for a program.
   */
  act?(owned: Owned, command: SessionCommand, signIn: string | null): Promise<void> | undefined;
  /** All messages sent with `ModeReports.show` that are not in the log yet, for a new reader. */
  shown?(owned: Owned): readonly DownMessage[];
  /** A query for the sessions of a person that lists omit because their subject is deleted. */
  unlisted?(db: ModeReader, person: string): SessionIds;
  /** Writes the mode's own tables for events, in the transaction that appends them. */
  record?(trx: ModeTransaction, request: RecordRequest): Promise<void>;
}

/** A mode as the registry holds it. */
export type AnyModeServer = ModeServer<ModeTypes>;
export type ModeServers = Readonly<Record<string, AnyModeServer>>;

/** Checks that both halves of a mode name the same types, then drops the types so that all modes fit one registry. */
export function defineMode<Types extends ModeTypes>(mode: ModeServer<Types>): AnyModeServer {
  return mode as unknown as AnyModeServer;
}
