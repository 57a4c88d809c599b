import { z } from 'zod';

import { event, id, messagePart, type MessagePart } from '#session/protocol.ts';

/**
 * The wire formats of the chat of a terminal. The `content` of a message is Markdown or the person's typed text; tool
 * calls and everything else are parts.
 */

/** A completion that `/` or `@` offers. */
export interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** A call of a tool, as Claude Code made it. The id is its `tool_use_id`. */
export interface ToolPart extends MessagePart {
  readonly type: 'tool';
  readonly name: string;
  readonly input: unknown;
  /** Null until the call has ended. At most `MAX_OUTPUT` characters; the page reads the rest on demand. */
  readonly output: string | null;
  readonly isError: boolean;
  readonly isComplete: boolean;
  /** Length of the whole output in characters; set if `output` is only its head. */
  readonly outputLength?: number;
  /** Paths of the images of its output, below `GET /api/sessions/:id/chat/images/`. */
  readonly images?: readonly string[];
  /** The work of a subagent inside this call, oldest first. */
  readonly inside?: readonly (ToolPart | InsideText)[];
  /** The change of a file, as hunks of a unified diff without headers. */
  readonly patch?: readonly PatchHunk[];
  /** It continues in the background after its result. */
  readonly isBackground?: true;
  /** The person denied it, or it was interrupted before it ended. */
  readonly ending?: 'denied' | 'interrupted';
}

/** The model's thinking before the message that has this part. */
export interface ThinkingPart extends MessagePart {
  readonly type: 'thinking';
  readonly text: string;
  /** Milliseconds. */
  readonly duration: number;
}

interface InsideText {
  readonly id: string;
  readonly type: 'text';
  readonly text: string;
}

export interface PatchHunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with a space, `-` or `+`. */
  readonly lines: readonly string[];
}

/** Maximum characters of an output in the log. */
export const MAX_OUTPUT = 65_536;

/**
 * The standing of a message. `live`: from screen and hooks alone, until the transcript confirms it. Logs of earlier
 * versions have the others: `corrected` means verified, and `differs` means that the transcript never had it.
 */
export type Standing = 'live' | 'verified' | 'corrected' | 'differs';

/** A part of every message of the chat, with the id `about`. */
export interface AboutPart extends MessagePart {
  readonly type: 'about';
  readonly standing: Standing;
  /** The time of the message, in milliseconds since the epoch. The log's own time is that of the reading. */
  readonly at: number;
  /** The feeds that reported it, in the order in which they did. */
  readonly feeds: readonly Feed[];
  /** The kind of the person's message; absent on others. */
  readonly said?: 'prompt' | 'command' | 'shell';
  /** The state of a prompt that was typed during a turn, or of one that was taken back. */
  readonly queue?: 'queued' | 'absorbed' | 'dropped' | 'taken-back';
  /** It is on a branch that the person left by a rewind. */
  readonly isAbandoned?: true;
  /** The program ended before the answer did, so the transcript lacks it. */
  readonly isCutOff?: true;
  /** The kind of a notice; absent on other messages. */
  readonly notice?: NoticeKind;
  /** The output of a command or of a shell line, or the result of a task. */
  readonly output?: string;
  /** Images of a person’s message; paths as in `ToolPart`. */
  readonly images?: readonly string[];
  /** Claude Code's own id of the session that contains it. */
  readonly claudeSession?: string;
}

export type Feed = 'hooks' | 'screen' | 'transcript';

/** Dividers and news between messages. */
export type NoticeKind =
  | 'compacted'
  | 'cleared'
  | 'resumed'
  | 'interrupted'
  | 'api-error'
  | 'retrying'
  | 'task-done'
  | 'self-prompted'
  | 'blocked'
  | 'feed-lost';

const text = z.string();

/** Up: a message for Claude Code, which is typed into the terminal. */
const chatInput = z.object({
  type: z.literal('chat_input'),
  id,
  session: id,
  content: z.string().min(1).max(200_000),
  /** A draft in the terminal as the person saw it, to be sent with this message. */
  withDraft: z.string().max(200_000).optional(),
});
const interrupt = z.object({ type: z.literal('interrupt'), id, session: id });
const answerPermission = z.object({
  type: z.literal('answer_permission'),
  id,
  session: id,
  permissionId: id,
  behavior: z.enum(['allow', 'deny']),
  message: z.string().max(10_000).optional(),
  /** By the text of the question. */
  answers: z.record(z.string(), z.string()).optional(),
  /** Indices of the `permission_suggestions` to apply from now on. */
  suggestions: z.array(z.int().nonnegative()).max(20).optional(),
  /** The digest of the prompt that the person saw. An answer to any other prompt is refused. */
  shown: z.string().max(100).optional(),
});
export const chatUpMessages = [chatInput, interrupt, answerPermission] as const;

/** A prompt of Claude Code that the person can answer here or in the terminal. */
const permissionRequested = z.object({
  type: z.literal('permission_requested'),
  ...event,
  permissionId: id,
  toolName: text,
  toolInput: z.unknown(),
  toolUseId: text.nullable(),
  /** Claude Code's suggestions, in words; `suggestions` of an answer refers to their indices. */
  suggestions: z.array(text),
  /** Set for a request of a subagent. */
  agentId: text.nullable(),
});
const permissionResolved = z.object({
  type: z.literal('permission_resolved'),
  ...event,
  permissionId: id,
  by: z.enum(['chat', 'terminal', 'nobody']),
  behavior: z.enum(['allow', 'deny']).nullable(),
  /** The person's browser, if the answer came from one. */
  device: text.optional(),
});

/**
 * A message of the chat; its id begins with `terminal_`. The same id replaces the whole message in its place in the
 * transcript. `isReplacement` says that the id is in the log already: if the message is older than those in the state,
 * only the log changes.
 */
const chatMessage = z.object({
  type: z.literal('chat_message'),
  ...event,
  message: z.object({
    id,
    thread: z.string().max(64),
    author: z.enum(['person', 'assistant', 'notice']),
    content: text,
    parts: z.array(messagePart).optional(),
    status: z.enum(['open', 'complete']),
    agent: text.optional(),
  }),
  isReplacement: z.literal(true).optional(),
  /**
   * Id of the message that it follows, in the same thread. Omitted: a new message is last, a known one keeps its place.
   */
  follows: id.optional(),
});
/** Adds or replaces a part: a tool call of a message. */
const chatToolCall = z.object({ type: z.literal('chat_tool_call'), ...event, messageId: id, toolCall: messagePart });
/** The result of a tool call; changes its part. `details`: further fields of the part. */
const chatToolResult = z.object({
  type: z.literal('chat_tool_result'),
  ...event,
  messageId: id,
  toolCallId: id,
  output: text,
  isError: z.boolean(),
  details: z.record(text, z.unknown()).optional(),
});
/** Adds or replaces a part: a fact about a message. */
const chatAbout = z.object({ type: z.literal('chat_about'), ...event, messageId: id, about: messagePart });

export const chatEvents = [
  permissionRequested,
  permissionResolved,
  chatMessage,
  chatToolCall,
  chatToolResult,
  chatAbout,
] as const;

/**
 * Text of an open message from `offset` (UTF-16 units) on, which replaces all text from there. Not part of the log,
 * which gets the whole message once it is complete.
 */
const chatMessageUpdate = z.object({
  type: z.literal('chat_message_update'),
  session: id,
  messageId: id,
  offset: z.int().nonnegative(),
  contentDelta: text,
  isComplete: z.boolean(),
});
export type ChatMessageUpdate = z.infer<typeof chatMessageUpdate>;
export const chatDownMessages = [chatMessageUpdate] as const;

declare module '#session/protocol.ts' {
  interface Commands {
    readonly chat: z.infer<(typeof chatUpMessages)[number]>;
  }
  interface Events {
    readonly chat: z.infer<(typeof chatEvents)[number]>;
  }
  interface Signals {
    readonly chat: z.infer<(typeof chatDownMessages)[number]>;
  }
}
