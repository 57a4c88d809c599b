import type { Transaction } from 'kysely';

import type { EventBody, SessionEvent } from '../domain/event.ts';
import type { AnyMode } from '../domain/mode.ts';
import type { Message, SessionState } from '../protocol.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each mode writes its own tables, which the spine does not know
type ModeTransaction = Transaction<any>;

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

export interface ReplyWork {
  readonly signal: AbortSignal;
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
  prepare(session: SessionState, signal: AbortSignal): Promise<unknown>;
  /** Streams the reply under way. */
  reply(session: SessionState, work: ReplyWork): AsyncIterable<string>;
  /** Writes the mode's own tables for events, in the transaction that appends them. */
  record?(trx: ModeTransaction, request: RecordRequest): Promise<void>;
}

export type ModeServers = Readonly<Record<string, ModeServer>>;
