import { z } from 'zod';

/**
 * The wire format of the spine. Up messages carry an `id` made by the client and, where they concern one, a `session`;
 * a message sent again with the same id gets the first answer. Down messages that are events of the log carry
 * `session`, `seq` (1, 2, 3 … in a session, without gaps) and `at` (milliseconds since the epoch). Down messages
 * without a `seq` are not part of the log and may be lost without harm.
 */

/** Ids are made by either side: url-safe, at most 64 characters. */
export const ID = /^[A-Za-z0-9][\w-]{0,63}$/;
export const id = z.string().regex(ID, 'an id of 1 to 64 letters, digits, - or _ that begins with a letter or digit');
export const seq = z.int().nonnegative();
export const at = z.int().nonnegative();

/** The id of a mode. Only the registries know which modes exist. */
const MODE_ID = /^[a-z][a-z\d-]{0,31}$/;
export const modeId = z.string().regex(MODE_ID, 'the id of a mode: lower-case letters, digits and -');
export type ModeId = z.infer<typeof modeId>;

/** `trunk`, or the id of the inner conversation that a message belongs to. */
const thread = z.string().max(64);

/**
 * Data of a mode in a message: a citation, a tool call, a list of sources. The other fields are the mode's own. A part
 * with the id of an earlier part of the same message replaces it. Must survive JSON.
 */
export interface MessagePart {
  readonly id: string;
  readonly type: string;
}
export const messagePart: z.ZodType<MessagePart> = z.looseObject({ id, type: z.string().min(1).max(64) });
const parts = z.array(messagePart).optional();

export const up = { id, session: id };
const subscribe = z.object({ type: z.literal('subscribe'), ...up, after: seq.optional() });
const unsubscribe = z.object({ type: z.literal('unsubscribe'), ...up });
/** `thread`: where the message was written; refused if another thread is active by now. Omitted: the active thread. */
const userMessage = z.object({
  type: z.literal('user_message'),
  ...up,
  content: z.string(),
  thread: thread.optional(),
});
/**
 * Replaces the words of a message of the person; the new message gets the command's id. The earlier version, and what
 * followed it, moves to a thread of its own. Refused where the mode does not allow it.
 */
const editMessage = z.object({ type: z.literal('edit_message'), ...up, messageId: id, content: z.string() });
const stopReply = z.object({ type: z.literal('stop_reply'), ...up });
const retryReply = z.object({ type: z.literal('retry_reply'), ...up });
/** Continues the last reply where its token limit cut it. */
const continueReply = z.object({ type: z.literal('continue_reply'), ...up });
const resumeSession = z.object({ type: z.literal('resume_session'), ...up });
const endSession = z.object({ type: z.literal('end_session'), ...up });
const leaveSession = z.object({ type: z.literal('leave_session'), ...up });
/** `sees`: the session that is visible on the page. Omitted if none is. */
const ping = z.object({ type: z.literal('ping'), id, sees: id.optional() });

/** A problem as the transcript shows it: what happened and what to do. */
const problem = z.object({
  message: z.string(),
  remedy: z.string(),
  /** The kind of failure, for programs: `spending-limit`, `rejected-key` … */
  reason: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

export const sessionStatus = z.enum(['open', 'paused', 'complete']);

/** `set-aside`: an inner mode was entered. The reply continues after that mode is left. */
const interruptReason = z.enum(['stopped', 'failed', 'restarted', 'limit', 'set-aside']);
export type InterruptReason = z.infer<typeof interruptReason>;

export const event = { session: id, seq, at };

/** The first event of every session. A mode may extend it with fields of its own. */
export const sessionStartedBase = z.object({
  type: z.literal('session_started'),
  ...event,
  mode: modeId,
  title: z.string(),
  /** The message that the session opens with, and its id. Both are omitted if there is none. */
  messageId: id.optional(),
  openingMessage: z.string().optional(),
  /** Name of the agent that answers, shown with its replies. */
  agent: z.string(),
});
/** The version of a message before an edit: the branch that holds it and what followed it. */
const earlierVersion = z.object({
  thread,
  /** The seq of its first message. */
  fromSeq: seq,
  /** Number of replies in it. */
  answers: z.int().nonnegative(),
});
export type EarlierVersion = z.infer<typeof earlierVersion>;

const userMessageStored = z.object({
  type: z.literal('user_message'),
  ...event,
  messageId: id,
  thread,
  content: z.string(),
  parts,
  /** Present if it is another version of a message that was edited. */
  earlier: earlierVersion.optional(),
});
/**
 * Messages move to another thread: they stay readable, and no later request of the thread that they leave contains
 * them. After an edit these are the edited message and what follows it, on a new branch; the message with the new words
 * is the next event. An inner mode can take messages out to a thread of its own, and put them back.
 */
const conversationBranched = z.object({
  type: z.literal('conversation_branched'),
  ...event,
  /** The first message that moves, and the thread that it leaves. */
  messageId: id,
  thread,
  /** The thread that they move to. */
  branch: thread,
  fromSeq: seq,
  /** The messages that move, by id: a page of older events is folded without the events between. */
  moved: z.array(id),
});
/** Name of the agent, if it is not the one that the session began with. */
const agent = z.string().optional();

/** A reply begins. `replaces`: the interrupted reply that it retries. */
const replyStarted = z.object({
  type: z.literal('reply_started'),
  ...event,
  messageId: id,
  thread,
  replyTo: id,
  replaces: id.optional(),
  /** The reply, cut by its limit or set aside, that this one continues. */
  continues: id.optional(),
});
/**
 * A turn begins without a new message: for a message whose reply was interrupted and that has to be prepared again, or,
 * with an id that belongs to no message, because the mode itself speaks.
 */
const turnReopened = z.object({ type: z.literal('turn_reopened'), ...event, messageId: id, thread });
/** The turn of a message ends without a reply: its mode shows something else and waits for the person. */
const turnEnded = z.object({ type: z.literal('turn_ended'), ...event, messageId: id, thread });
/**
 * Text of a reply under way, starting at `offset` (UTF-16 units), and parts that are new or replaced. Not part of the
 * log.
 */
const assistantChunk = z.object({
  type: z.literal('assistant_chunk'),
  session: id,
  messageId: id,
  thread,
  offset: z.int().nonnegative(),
  text: z.string(),
  parts,
});
/**
 * The reply under way has to wait: an attempt failed, and another follows. Before the reply begins, `messageId` is the
 * message that is still being prepared. Not part of the log.
 */
const replyWaiting = z.object({
  type: z.literal('reply_waiting'),
  session: id,
  messageId: id,
  retryInMs: z.int().nonnegative(),
  /** The cause, as a sentence. */
  reason: z.string(),
});
const assistantComplete = z.object({
  type: z.literal('assistant_complete'),
  ...event,
  messageId: id,
  thread,
  content: z.string(),
  parts,
  agent,
});
const assistantInterrupted = z.object({
  type: z.literal('assistant_interrupted'),
  ...event,
  messageId: id,
  thread,
  content: z.string(),
  parts,
  replyTo: id,
  reason: interruptReason,
  problem: problem.optional(),
  agent,
});
/** A problem that stopped nothing, but that the person should know. Shown once, in the transcript. */
const troubleNoted = z.object({
  type: z.literal('trouble_noted'),
  ...event,
  messageId: id,
  thread,
  problem,
});
/**
 * A mode was entered on top of the active ones. The turn below waits until it is left. `opens`: the mode speaks first,
 * in a turn with this id, which belongs to no message.
 */
const modeEntered = z.object({
  type: z.literal('mode_entered'),
  ...event,
  mode: modeId,
  thread,
  opens: id.optional(),
});
const modeLeft = z.object({ type: z.literal('mode_left'), ...event, mode: modeId, thread });
/**
 * The session will end, or its top mode will be left, after the pending messages are evaluated. No reply begins
 * meanwhile. `session_complete` or `mode_left` follows.
 */
const endingStarted = z.object({ type: z.literal('ending_started'), ...event, ends: z.enum(['session', 'mode']) });
const sessionPaused = z.object({ type: z.literal('session_paused'), ...event });
/** `recap`: a summary of where the session stopped. */
const sessionResumed = z.object({
  type: z.literal('session_resumed'),
  ...event,
  recap: z.object({ messageId: id, thread, content: z.string() }).optional(),
});
const sessionComplete = z.object({ type: z.literal('session_complete'), ...event });
const titleChanged = z.object({ type: z.literal('title_changed'), ...event, title: z.string() });

/**
 * The first message on every socket. `person`: the person who is signed in on the socket. `lineage` changes when data
 * are restored: a client then drops what it holds.
 */
const hello = z.object({ type: z.literal('hello'), protocolVersion: z.int(), person: id, lineage: z.string() });
/** The answer to an up message. `seq`: the head of its session after it; the same again on a resend. */
export const accepted = z.object({ type: z.literal('accepted'), id, session: id.optional(), seq });
/** `heads`: the heads of the sessions that this socket follows. A client that is behind subscribes again. */
const pong = z.object({ type: z.literal('pong'), id, heads: z.record(id, seq) });
export const errorMessage = z.object({
  type: z.literal('error'),
  /** The id of the message that it answers, where that could be read. */
  id: id.optional(),
  session: id.optional(),
  kind: z.string(),
  message: z.string(),
  field: z.string().optional(),
  reason: z.string().optional(),
  retryAfterMs: z.int().optional(),
});

const message = z.object({
  id,
  thread,
  author: z.enum(['person', 'assistant', 'notice']),
  content: z.string(),
  parts,
  /** The event that added it; messages are in this order. */
  seq,
  at,
  /** `streaming`: a reply under way, or a message that its mode has not closed. */
  status: z.enum(['complete', 'streaming', 'interrupted']),
  reason: interruptReason.optional(),
  problem: problem.optional(),
  replyTo: id.optional(),
  continues: id.optional(),
  agent: z.string().optional(),
  earlier: earlierVersion.optional(),
  /** The turn of this message of the person ended without a reply. */
  hasNoReply: z.literal(true).optional(),
});
export type Message = z.infer<typeof message>;

/**
 * The latest messages of a thread, oldest first: a suffix of the whole thread, also in the order of the conversation.
 */
export interface ThreadTail {
  readonly messages: readonly Message[];
  /** Approximate number of messages before these: a reply that was retried counts twice. 0 if these are all. */
  readonly earlier: number;
}

/** The amount of a thread that a reader has room for. */
export interface ThreadRoom {
  readonly maxCharacters: number;
  /** A longer message is shortened to this length. */
  readonly maxMessageLength: number;
}

/** The work on the answer to one message. */
const turn = z.object({
  messageId: id,
  thread,
  /** The mode that answers: the one that was active on the thread when the message was sent. */
  mode: modeId,
  /** Null while the answer is prepared. */
  replyId: id.nullable(),
  continues: id.optional(),
});
export type Turn = z.infer<typeof turn>;

/** A session as the page holds it: the fold of the events without their hidden fields. */
export const sessionState = z.object({
  session: id,
  head: seq,
  mode: modeId,
  title: z.string(),
  agent: z.string(),
  status: sessionStatus,
  startedAt: at,
  updatedAt: at,
  /** The active modes. The last one gets new messages. */
  stack: z.array(z.object({ mode: modeId, thread })),
  /** The latest messages. Older ones are read by `GET /api/sessions/:id/events?before=`. */
  messages: z.array(message),
  messageCount: z.int(),
  turn: turn.nullable(),
  /**
   * Turns that wait for the turn under way to end, or for the inner modes to be left. `continues`: the reply that was
   * set aside then.
   */
  waiting: z.array(z.object({ messageId: id, thread, mode: modeId, continues: id.optional() })),
  /** The seq of the last `conversation_branched`: messages read before it can be on another thread now. */
  branchedAt: seq.optional(),
  /** The session is ending, or its top mode is being left, and waits for evaluations. */
  ending: z.object({ ends: z.enum(['session', 'mode']), since: at }).optional(),
  modes: z.record(z.string(), z.unknown()),
});
export type SessionState = z.infer<typeof sessionState>;

const sessionSnapshot = z.object({ type: z.literal('session_snapshot'), session: id, seq, state: sessionState });

export const summary = z.object({
  session: id,
  mode: modeId,
  title: z.string(),
  status: sessionStatus,
  lastLine: z.string(),
  /** Something in it waits for the person to act. */
  needsYou: z.boolean(),
  updatedAt: at,
});
export type SessionSummary = z.infer<typeof summary>;
const changedSummary = summary.extend({
  /** Data of the session's mode, for lists of its own. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ChangedSummary = z.infer<typeof changedSummary>;
const sessionSummaryChanged = changedSummary.extend({ type: z.literal('session_summary_changed') });

/** Messages of the spine that a client may send. */
export const sessionUpMessages = [
  subscribe,
  unsubscribe,
  userMessage,
  editMessage,
  stopReply,
  retryReply,
  continueReply,
  endSession,
  leaveSession,
  resumeSession,
  ping,
] as const;

export const sessionEvents = [
  userMessageStored,
  conversationBranched,
  replyStarted,
  turnReopened,
  turnEnded,
  assistantComplete,
  assistantInterrupted,
  troubleNoted,
  modeEntered,
  modeLeft,
  endingStarted,
  sessionPaused,
  sessionResumed,
  sessionComplete,
  titleChanged,
] as const;

/** Down messages that are not part of a log. */
export const sessionDownMessages = [
  hello,
  accepted,
  sessionSnapshot,
  sessionSummaryChanged,
  assistantChunk,
  replyWaiting,
  errorMessage,
  pong,
] as const;

/**
 * Commands to a session, its events, and other down messages, by the slice that they belong to. Each slice adds its own
 * by declaring these interfaces again in its `protocol.ts`, so that the spine names no mode.
 * `src/composition/protocol.ts` combines the schemas.
 * @public
 */
export interface Commands {
  readonly session: Exclude<z.infer<(typeof sessionUpMessages)[number]>, ConnectionMessage>;
}
/** @public */
export interface Events {
  readonly session: z.infer<(typeof sessionEvents)[number]> | z.infer<typeof sessionStartedBase>;
}
/** @public */
export interface Signals {
  readonly session: z.infer<(typeof sessionDownMessages)[number]>;
}
/**
 * Messages about a person and no session: all sockets of that person get them.
 * @public
 */
export interface News {
  readonly session: never;
}

type ConnectionMessage = z.infer<typeof subscribe | typeof unsubscribe | typeof ping>;

/** A command to one session, which `decide` answers. */
export type SessionCommand = Commands[keyof Commands];
/** Everything that a client may send on `/ws`. */
export type UpMessage = SessionCommand | ConnectionMessage;
/** An event of a log as clients see it. They are in `seq` order, without gaps. */
export type ClientEvent = Events[keyof Events];
export type PersonMessage = News[keyof News];
/** Everything that the server may send on `/ws`. */
export type DownMessage = ClientEvent | Signals[keyof Signals] | PersonMessage;
