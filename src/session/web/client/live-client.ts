import type { ErrorKind } from '#wire/error-kind.ts';

import type {
  ChangedSummary,
  Message,
  MessagePart,
  PersonMessage,
  SessionCommand,
  SessionState,
} from '../../protocol.ts';

export type ConnectionStatus =
  /** Before the first connection, and while another server takes over. */
  | 'connecting'
  | 'live'
  /** The connection is lost, and is retried automatically. Messages wait in the outbox. */
  | 'lost'
  /** The person of this page is not signed in here any more: another person is, or none. */
  | 'signed-out'
  /** The server has another version of the protocol: the page must be reloaded. */
  | 'outdated';

/** A message of the person that the server has not acknowledged yet. */
export interface PendingMessage {
  readonly id: string;
  readonly content: string;
  /** It was made with a button: no text of the person can be lost. */
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
  /** The field that the reason is about. */
  readonly field?: string;
}

export interface WaitReason {
  readonly retryInMs: number;
  readonly reason: string;
}

export interface StreamingReply {
  readonly messageId: string;
  readonly text: string;
  readonly parts?: readonly MessagePart[];
  /** Shown until the next text arrives. */
  readonly wait?: WaitReason;
}

/** The view of one session. A new object with every change. */
export interface SessionView {
  /** Whether the state is the server's current one. False for a state held from before a connection. */
  readonly isCurrent: boolean;
  /** Null until the first snapshot has arrived. */
  readonly state: SessionState | null;
  /** The time at which the browser stored the state; set while the server cannot be reached. */
  readonly seenAt?: number | undefined;
  /** The current reply so far. */
  readonly streaming: StreamingReply | null;
  readonly preparing?: { readonly messageId: string; readonly wait: WaitReason };
  readonly pending: readonly PendingMessage[];
  /** Messages before those in `state`, oldest first. */
  readonly older: readonly Message[];
  readonly hasOlder: boolean;
  /** Set when the session cannot be shown at all. */
  readonly problem: CommandProblem | null;
}

type WithoutEnvelope<Command> = Command extends unknown ? Omit<Command, 'id' | 'session'> : never;
/** A request to a session, other than a message. */
export type SessionRequest = Exclude<WithoutEnvelope<SessionCommand>, { type: 'user_message' }>;

/** The connection of the page to the server, and everything received over it. */
export interface LiveClient {
  status(): ConnectionStatus;
  /** When a lost connection is retried, in milliseconds since the epoch; null otherwise. */
  nextTryAt(): number | null;
  /** Why the server cannot write, in words for the person; null while it can, as far as is known. */
  storeProblem(): string | null;
  tryNow(): void;
  /** Calls the listener when the connection or the store's problem changes. */
  onStatus(listener: () => void): () => void;
  /** Holds a session open until the returned function is called. Several holders may hold the same session. */
  hold(session: string): () => void;
  view(session: string): SessionView;
  onView(session: string, listener: () => void): () => void;
  /** The time of the oldest stored state among the held sessions; null while all came from the server. */
  seenAt(): number | null;
  /** Reports which session is visible on the page: nobody is notified of a visible session. */
  see(session: string | null): void;
  /** Sends a message. It is stored until the server has acknowledged it, and survives a reload. */
  say(session: string, content: string): void;
  /** Sends a request that the transcript shows as the person's `words`. It is stored and sent like a message. */
  ask(session: string, request: SessionRequest, words: string): void;
  /** Discards a refused message, and returns its text. */
  discard(session: string, messageId: string): string;
  /** Resolves when the server has done it. Rejects with a CommandProblem. */
  request(session: string, request: SessionRequest): Promise<void>;
  loadOlder(session: string): Promise<void>;
  /** Changes to any of the person's sessions. */
  onSummary(listener: (summary: ChangedSummary) => void): () => void;
  /** News that concern no session. */
  onNews(listener: (news: PersonMessage) => void): () => void;
  close(): void;
}
