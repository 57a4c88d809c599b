import { z } from 'zod';

/**
 * What crosses the wire for the spine. Up messages carry an `id` made by the client and, where they concern one, a
 * `session`; a resend with the same id is answered by what the first one did. Down messages that are events of the log
 * carry `session`, `seq` (1, 2, 3 … in a session, without gaps) and `at` (milliseconds since the epoch); those without
 * a `seq` are not part of the log and may be missed without harm.
 */

/** Ids are made by either side: url-safe, at most 64 characters. */
export const ID = /^[A-Za-z0-9][\w-]{0,63}$/;
export const id = z.string().regex(ID, 'an id of 1 to 64 letters, digits, - or _ that begins with a letter or digit');
const seq = z.int().nonnegative();
const at = z.int().nonnegative();

export const modeId = z.enum(['recall', 'rabbit-hole']);
export type ModeId = z.infer<typeof modeId>;

/** `trunk`, or the id of the rabbit hole something was said in. */
const thread = z.string().max(64);

const up = { id, session: id };
export const subscribe = z.object({ type: z.literal('subscribe'), ...up, after: seq.optional() });
export const unsubscribe = z.object({ type: z.literal('unsubscribe'), ...up });
/** `thread`: where it was written; refused where something else is spoken on by now. Left out: wherever that is. */
export const userMessage = z.object({
  type: z.literal('user_message'),
  ...up,
  content: z.string(),
  thread: thread.optional(),
});
export const stopReply = z.object({ type: z.literal('stop_reply'), ...up });
export const retryReply = z.object({ type: z.literal('retry_reply'), ...up });
/** Goes on with the last reply where its token limit cut it. */
export const continueReply = z.object({ type: z.literal('continue_reply'), ...up });
/** Takes a paused session up again. */
export const resumeSession = z.object({ type: z.literal('resume_session'), ...up });
export const endSession = z.object({ type: z.literal('end_session'), ...up });
export const leaveSession = z.object({ type: z.literal('leave_session'), ...up });
export const ping = z.object({ type: z.literal('ping'), id });

/** Something that went wrong, as the transcript shows it: what happened and what to do. */
const problem = z.object({
  message: z.string(),
  remedy: z.string(),
  /** What kind of failure it was, for programs: `spending-limit`, `rejected-key` … */
  reason: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

const sessionStatus = z.enum(['open', 'paused', 'complete']);

const interruptReason = z.enum(['stopped', 'failed', 'restarted', 'limit']);
export type InterruptReason = z.infer<typeof interruptReason>;

const event = { session: id, seq, at };

/** The first event of every session; a mode adds what its own sessions begin with. */
export const sessionStartedBase = z.object({
  type: z.literal('session_started'),
  ...event,
  mode: modeId,
  title: z.string(),
  messageId: id,
  openingMessage: z.string(),
  /** Who answers: shown with the replies, so that it is never in doubt. */
  agent: z.string(),
});
export const userMessageStored = z.object({
  type: z.literal('user_message'),
  ...event,
  messageId: id,
  thread,
  content: z.string(),
});
/** Who spoke, where it was not the agent that the session began with. */
const agent = z.string().optional();

/** A reply begins; `replaces` names the interrupted one that it is another try of. */
export const replyStarted = z.object({
  type: z.literal('reply_started'),
  ...event,
  messageId: id,
  thread,
  replyTo: id,
  replaces: id.optional(),
  /** The reply, cut by its limit, that this one goes on with. */
  continues: id.optional(),
});
/**
 * A turn begins without anything new being said: on a message whose reply ended early and that has to be read first, or,
 * with an id that is no message's, because the mode itself has something to say.
 */
export const turnReopened = z.object({ type: z.literal('turn_reopened'), ...event, messageId: id, thread });
/** Text of a reply under way, from `offset` (UTF-16 units) on. Not part of the log: it has no `seq`. */
export const assistantChunk = z.object({
  type: z.literal('assistant_chunk'),
  session: id,
  messageId: id,
  thread,
  offset: z.int().nonnegative(),
  text: z.string(),
});
/**
 * The reply under way has to wait: an attempt at it failed, and another follows. Before it begins, `messageId` is the
 * message that is still being read. Not part of the log either.
 */
export const replyWaiting = z.object({
  type: z.literal('reply_waiting'),
  session: id,
  messageId: id,
  retryInMs: z.int().nonnegative(),
  /** What happened, as a sentence. */
  reason: z.string(),
});
export const assistantComplete = z.object({
  type: z.literal('assistant_complete'),
  ...event,
  messageId: id,
  thread,
  content: z.string(),
  agent,
});
export const assistantInterrupted = z.object({
  type: z.literal('assistant_interrupted'),
  ...event,
  messageId: id,
  thread,
  content: z.string(),
  replyTo: id,
  reason: interruptReason,
  problem: problem.optional(),
  agent,
});
/** A failure that stopped nothing but that the person should know of; shown once, in the transcript. */
export const troubleNoted = z.object({
  type: z.literal('trouble_noted'),
  ...event,
  messageId: id,
  thread,
  problem,
});
/**
 * A mode was entered on top of those that are active, or the top one left. `opens`: the mode speaks first, answering
 * something by this id that stands in no transcript.
 */
export const modeEntered = z.object({
  type: z.literal('mode_entered'),
  ...event,
  mode: modeId,
  thread,
  opens: id.optional(),
});
export const modeLeft = z.object({ type: z.literal('mode_left'), ...event, mode: modeId, thread });
export const sessionPaused = z.object({ type: z.literal('session_paused'), ...event });
/** `recap`: where things stand, said to whoever comes back. */
export const sessionResumed = z.object({
  type: z.literal('session_resumed'),
  ...event,
  recap: z.object({ messageId: id, thread, content: z.string() }).optional(),
});
export const sessionComplete = z.object({ type: z.literal('session_complete'), ...event });
export const titleChanged = z.object({ type: z.literal('title_changed'), ...event, title: z.string() });

/** The first message on every socket. `lineage` changes when data are restored: what a client holds is void then. */
export const hello = z.object({ type: z.literal('hello'), protocolVersion: z.int(), lineage: z.string() });
/** What an up message did: `seq` is the head of its session after it, the same again on a resend. */
export const accepted = z.object({ type: z.literal('accepted'), id, session: id.optional(), seq });
export const pong = z.object({ type: z.literal('pong'), id });
export const errorMessage = z.object({
  type: z.literal('error'),
  /** The message it answers, where that could be read. */
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
  /** The event that brought it: the order of a transcript. */
  seq,
  at,
  status: z.enum(['complete', 'streaming', 'interrupted']),
  reason: interruptReason.optional(),
  problem: problem.optional(),
  /** The message a reply answers. */
  replyTo: id.optional(),
  /** The reply, cut by its limit, that this one goes on with. */
  continues: id.optional(),
  /** Who spoke it, where that is known of this message. */
  agent: z.string().optional(),
});
export type Message = z.infer<typeof message>;

/** Work on the answer to one message of the person. */
const turn = z.object({
  messageId: id,
  thread,
  /** The mode that answers: the one that was active in the thread when the message was said. */
  mode: modeId,
  /** The reply once it has begun; before that the answer is being prepared. */
  replyId: id.nullable(),
  /** The reply, cut by its limit, that this one goes on with: its words stand in the messages. */
  continues: id.optional(),
});
export type Turn = z.infer<typeof turn>;

/** A session as the page holds it: what `fold` makes of the events, without what they hide. */
export const sessionState = z.object({
  session: id,
  head: seq,
  mode: modeId,
  title: z.string(),
  agent: z.string(),
  status: sessionStatus,
  startedAt: at,
  updatedAt: at,
  /** The active modes; the last one gets what the person says. */
  stack: z.array(z.object({ mode: modeId, thread })),
  /** The latest messages; older ones are read by `GET /api/sessions/:id/events?before=`. */
  messages: z.array(message),
  messageCount: z.int(),
  turn: turn.nullable(),
  /** Messages of the person that wait for the turn under way to end. */
  waiting: z.array(z.object({ messageId: id, thread, mode: modeId })),
  modes: z.record(z.string(), z.unknown()),
});
export type SessionState = z.infer<typeof sessionState>;

export const sessionSnapshot = z.object({ type: z.literal('session_snapshot'), session: id, seq, state: sessionState });

export const summary = z.object({
  session: id,
  mode: modeId,
  title: z.string(),
  status: sessionStatus,
  lastLine: z.string(),
  /** Something in it waits for the person. */
  needsYou: z.boolean(),
  updatedAt: at,
});
export type SessionSummary = z.infer<typeof summary>;
export const sessionSummaryChanged = summary.extend({ type: z.literal('session_summary_changed') });
