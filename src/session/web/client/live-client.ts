import type { ErrorKind } from '#wire/error-kind.ts';
import type { SessionCommand } from '#wire/up.ts';

import type { Message, MessagePart, SessionState, SessionSummary } from '../../protocol.ts';

export type ConnectionStatus =
  /** On the way to the first connection. */
  | 'connecting'
  | 'live'
  /** The connection is gone; it is tried again by itself. What is written meanwhile waits in the outbox. */
  | 'lost'
  | 'signed-out'
  /** The server speaks another version of the protocol: the page has to be loaded again. */
  | 'outdated';

/** A message of the person that the server has not acknowledged yet. */
export interface PendingMessage {
  readonly id: string;
  readonly content: string;
  /** It was asked for with a button: there is no text of the person's to lose. */
  readonly isRequest: boolean;
  /** `refused` ones stay until they are discarded, so that no text is lost. */
  readonly status: 'waiting' | 'refused';
  /** Why it was refused, in words for the person. */
  readonly problem?: string;
}

export interface CommandProblem {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly reason?: string;
}

/** Why nothing comes for a while. */
export interface ReplyWait {
  readonly retryInMs: number;
  readonly reason: string;
}

export interface StreamingReply {
  readonly messageId: string;
  readonly text: string;
  readonly parts?: readonly MessagePart[];
  /** Until the next words. */
  readonly wait?: ReplyWait;
}

/** What the page shows of one session. A new object whenever anything in it changed. */
export interface SessionView {
  /** What is held is what the server had when it was last asked, and follows it since. */
  readonly isCurrent: boolean;
  /** Null until the first snapshot has come. */
  readonly state: SessionState | null;
  /** The reply under way, as far as it has come. */
  readonly streaming: StreamingReply | null;
  /** Why the answer to a message is still being prepared. */
  readonly preparing?: { readonly messageId: string; readonly wait: ReplyWait };
  readonly pending: readonly PendingMessage[];
  /** Messages from before those in `state`, oldest first. */
  readonly older: readonly Message[];
  readonly hasOlder: boolean;
  /** Set when the session cannot be shown at all. */
  readonly problem: CommandProblem | null;
}

type WithoutEnvelope<Command> = Command extends unknown ? Omit<Command, 'id' | 'session'> : never;
/** What can be asked of a session, other than saying something. */
export type SessionRequest = Exclude<WithoutEnvelope<SessionCommand>, { type: 'user_message' }>;

/** The page's one connection to the server, and everything that came over it. */
export interface LiveClient {
  status(): ConnectionStatus;
  /** Milliseconds since the epoch at which a lost connection is tried again; null otherwise. */
  nextTryAt(): number | null;
  /** Tries a lost connection at once. */
  tryNow(): void;
  onStatus(listener: () => void): () => void;
  /** Holds a session open until the returned function is called. May be called by several holders. */
  hold(session: string): () => void;
  view(session: string): SessionView;
  onView(session: string, listener: () => void): () => void;
  /** Says something. It is kept until the server has it, over reloads too. */
  say(session: string, content: string): void;
  /** Asks with a button for something that stands in the transcript as the person's `words`: kept and sent like a message. */
  ask(session: string, request: SessionRequest, words: string): void;
  /** Takes back a message that was refused, and returns its text. */
  discard(session: string, messageId: string): string;
  /** Resolves once the server has done it; rejects with a CommandProblem. */
  request(session: string, request: SessionRequest): Promise<void>;
  loadOlder(session: string): Promise<void>;
  /** Changes to any of the person's sessions. */
  onSummary(listener: (summary: SessionSummary) => void): () => void;
  close(): void;
}
