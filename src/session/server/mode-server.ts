import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';

import type { EventBody, SessionEvent } from '../domain/event.ts';
import type { AnyMode } from '../domain/mode.ts';
import type { Message, SessionState } from '../protocol.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each mode writes its own tables, which the spine does not know
type ModeTransaction = Transaction<any>;

// oxlint-disable-next-line typescript/no-explicit-any -- and reads them
type ModeReader = Kysely<any>;

// oxlint-disable-next-line typescript/no-explicit-any -- and names what it finds in them
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
  /** What the client asked for, unchecked: the mode knows its own fields. */
  readonly options: unknown;
}

export interface RecordRequest {
  readonly person: string;
  /** The state before these events; null for the first. */
  readonly before: SessionState | null;
  readonly after: SessionState;
  readonly events: readonly SessionEvent[];
}

export interface ReplyWait {
  readonly retryInMs: number;
  /** What happened, as a sentence. */
  readonly reason: string;
}

interface Work {
  readonly person: string;
  readonly signal: AbortSignal;
}

/** Something to be done with one message. */
export interface MessageWork extends Work {
  readonly messageId: string;
}

interface WaitingWork extends Work {
  /** Says that nothing comes for a while and why: shown until it goes on, and stored nowhere. */
  readonly showWait: (wait: ReplyWait) => void;
}

export interface PrepareWork extends WaitingWork, MessageWork {}

export interface ReplyWork extends WaitingWork {
  /** Says who answers, as the page names it, before the first words. */
  readonly announce: (agent: string) => void;
  /** Everything that was said on a thread, oldest first, however long ago: `session.messages` holds the latest alone. */
  readonly readThread: (thread: string) => Promise<readonly Message[]>;
}

/** The effects of a mode. Whatever may run twice after a crash is here; what counts once goes through `record`. */
export interface ModeServer {
  readonly domain: AnyMode;
  /**
   * The first event of a new session, or the id of one that is to be continued instead. Runs in the transaction that
   * begins the session. Throws an AppError when there is nothing to begin.
   */
  begin(trx: ModeTransaction, request: BeginRequest): Promise<EventBody | { readonly existing: string }>;
  /** The work before the reply to a message; its result goes to the domain's `prepared`. */
  prepare(session: SessionState, work: PrepareWork): Promise<unknown>;
  /** Looks at a message that the domain names in `toObserve`; its result goes to `observed`. What fails is let be. */
  observe?(session: SessionState, work: MessageWork): Promise<unknown>;
  /**
   * Streams the reply under way. What it throws is shown with the words so far; an AppError's `remedy` is shown too, and
   * one of kind `reply-cut` can be gone on with.
   */
  reply(session: SessionState, work: ReplyWork): AsyncIterable<string>;
  /**
   * Whether a session in which nothing has happened since `idleSince` is to end by itself, whoever still has it before
   * them. A mode that knows when the person last did something in it goes by that.
   */
  isAbandoned?(db: ModeReader, idle: IdleRequest): Promise<boolean>;
  /** A query for those of a person's sessions that lists leave out, for as long as what they are about is deleted. */
  unlisted?(db: ModeReader, person: string): SessionIds;
  /** Writes the mode's own tables for events, in the transaction that appends them. */
  record?(trx: ModeTransaction, request: RecordRequest): Promise<void>;
}

export type ModeServers = Readonly<Record<string, ModeServer>>;
