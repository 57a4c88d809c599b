import { z } from 'zod';

import { event, id, messagePart, type MessagePart } from '#session/protocol.ts';

/**
 * The wire formats of the chat of a terminal. The `content` of a message is markdown or the person's typed text; tool
 * calls and everything else are parts.
 */

/** One of the words that `/` and `@` offer. */
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
  /** Null until it has ended. At most `MAX_OUTPUT` characters of it; the rest is read on demand. */
  readonly output: string | null;
  readonly isError: boolean;
  readonly isComplete: boolean;
  /** Length of the whole output in characters, where `output` is its head. */
  readonly outputLength?: number;
  /** Images of its output: what stands behind `GET /api/sessions/:id/chat/images/`. */
  readonly images?: readonly string[];
  /** The work of a subagent inside this call, oldest first. */
  readonly inside?: readonly (ToolPart | InsideText)[];
  /** The change of a file, as hunks of a unified diff without headers. */
  readonly patch?: readonly PatchHunk[];
  /** It goes on in the background after its result. */
  readonly isBackground?: true;
  /** It was denied by the person, or interrupted before it ended. */
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

/** Characters of an output that the log keeps. */
export const MAX_OUTPUT = 65_536;

/**
 * The standing of a message. `live`: from screen and hooks alone, until the transcript confirms it. The others stand in
 * logs of earlier versions: `corrected` is verified, and `differs` is what the transcript never had.
 */
export type Standing = 'live' | 'verified' | 'corrected' | 'differs';

/** Stands with every message of the chat, under the id `about`. */
export interface AboutPart extends MessagePart {
  readonly type: 'about';
  readonly standing: Standing;
  /** When it was said, in milliseconds since the epoch: the log's time is that of its reading. */
  readonly at: number;
  /** The feeds that told of it, in the order in which they did. */
  readonly feeds: readonly Feed[];
  /** The kind of the person's message; absent on others. */
  readonly said?: 'prompt' | 'command' | 'shell';
  /** The state of a prompt that was typed during a turn, or of one that was taken back. */
  readonly queue?: 'queued' | 'absorbed' | 'dropped' | 'taken-back';
  /** It stands on a branch that the person left by a rewind. */
  readonly isAbandoned?: true;
  /** The program ended before the answer did, so the transcript lacks it. */
  readonly isCutOff?: true;
  /** For a notice: what kind. */
  readonly notice?: NoticeKind;
  /** The output of a command or of a shell line, or the result of a task. */
  readonly output?: string;
  /** Images of a person’s message, likewise. */
  readonly images?: readonly string[];
  /** Claude Code's own id of the session that it belongs to. */
  readonly claudeSession?: string;
}

export type Feed = 'hooks' | 'screen' | 'transcript';

/** Notices are no ChatMessages: dividers and news. */
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

/** Up: a message for Claude Code. It is typed into the terminal. */
const chatInput = z.object({
  type: z.literal('chat_input'),
  id,
  session: id,
  content: z.string().min(1).max(200_000),
  /** A draft in the terminal, as it was shown to the person, who sends it with this. */
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
  /** Indices of `permission_suggestions` that are to hold from now on. */
  suggestions: z.array(z.int().nonnegative()).max(20).optional(),
  /** The digest of the prompt that the person saw. An answer to another one is refused. */
  shown: z.string().max(100).optional(),
});
export const chatUpMessages = [chatInput, interrupt, answerPermission] as const;

/** A prompt of Claude Code that a person may answer here or in the terminal. */
const permissionRequested = z.object({
  type: z.literal('permission_requested'),
  ...event,
  permissionId: id,
  toolName: text,
  toolInput: z.unknown(),
  toolUseId: text.nullable(),
  /** As Claude Code words them, in words; the index is what `suggestions` names. */
  suggestions: z.array(text),
  /** Of a subagent. */
  agentId: text.nullable(),
});
const permissionResolved = z.object({
  type: z.literal('permission_resolved'),
  ...event,
  permissionId: id,
  by: z.enum(['chat', 'terminal', 'nobody']),
  behavior: z.enum(['allow', 'deny']).nullable(),
  /** The person's browser, where Warren was answered in one. */
  device: text.optional(),
});

/**
 * A message of the chat; its id begins with `terminal_`. The same id replaces the whole message where it stands in the
 * transcript. `isReplacement` says that the id is in the log already: a message older than those in the state changes
 * the log alone.
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
  /** Its place is behind this message, of the same thread. Omitted: a new one stands at the end, a known one stays. */
  follows: id.optional(),
});
/** A call of a tool in a message: a part, new or replaced. */
const chatToolCall = z.object({ type: z.literal('chat_tool_call'), ...event, messageId: id, toolCall: messagePart });
/** The result of such a call: changes its part. `details`: further fields of the part. */
const chatToolResult = z.object({
  type: z.literal('chat_tool_result'),
  ...event,
  messageId: id,
  toolCallId: id,
  output: text,
  isError: z.boolean(),
  details: z.record(text, z.unknown()).optional(),
});
/** A fact about a message: a part, new or replaced. */
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
 * Text of an open message, from `offset` (UTF-16 units) on: what stood behind it is gone. Not part of the log, which
 * gets the whole message once it is complete.
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
