import type { Feed, NoticeKind, PatchHunk } from '../protocol.ts';

/**
 * A conversation as the feeds report it: one flat list in the order of the conversation. The transcript reports all of
 * it; hooks and the screen report its end earlier. Times are milliseconds since the epoch.
 */
export type Item = PromptItem | TextItem | ThinkingItem | ToolItem | NoticeItem;

interface Common {
  /** Stable across rereads, unique in a conversation. */
  readonly key: string;
  readonly at: number;
  /** On a branch that a rewind left. */
  readonly isAbandoned?: true;
}

/** A prompt of the person. It begins a turn, unless it was absorbed by the one under way. */
export interface PromptItem extends Common {
  readonly type: 'prompt';
  readonly promptId: string | null;
  readonly text: string;
  /** `command`: a slash command; `shell`: a line after `!`. */
  readonly said: 'prompt' | 'command' | 'shell';
  readonly queue?: 'queued' | 'absorbed' | 'dropped';
  /** Only a hook reported it, and the conversation continued without it. */
  readonly isTakenBack?: true;
  readonly output?: string;
  /** Data URLs. */
  readonly images?: readonly string[];
}

export interface TextItem extends Common {
  readonly type: 'text';
  readonly text: string;
}

/** The model's thinking before its next text or call. */
export interface ThinkingItem extends Common {
  readonly type: 'thinking';
  readonly text: string;
  /** Milliseconds. */
  readonly duration: number;
}

export interface ToolItem extends Common {
  readonly type: 'tool';
  /** The `tool_use_id`. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Null until the call has ended. */
  readonly output: string | null;
  readonly isError: boolean;
  readonly isComplete: boolean;
  readonly images?: readonly string[];
  readonly patch?: readonly PatchHunk[];
  readonly isBackground?: true;
  /** Set if the output was too long: the file that has all of it, and its length. */
  readonly whole?: { readonly file: string; readonly length: number };
  readonly ending?: 'denied' | 'interrupted';
  /** The work of a subagent inside it. */
  readonly inside?: readonly (TextItem | ToolItem)[];
}

export interface NoticeItem extends Common {
  readonly type: 'notice';
  readonly kind: Exclude<NoticeKind, 'feed-lost'>;
  /** Its text, such as that of an error; can be empty. */
  readonly text: string;
  /** Result of the task or notice. */
  readonly output?: string;
  /** Claude Code prompted itself with it, so it begins a turn. `text`: its text on the screen. */
  readonly begins?: { readonly promptId: string | null; readonly text: string };
}

/** Claude Code's own words when it is resumed in the middle of an answer. */
export const NO_ANSWER = 'No response requested.';

/** The prompt that begins a turn: the person's, or one of Claude Code itself. Null for everything else. */
export function beginningOf(
  item: Item | undefined,
): { readonly key: string; readonly promptId: string | null; readonly text: string } | null {
  if (item?.type === 'prompt' && item.queue === undefined) return item;
  return item?.type === 'notice' && item.begins ? { key: item.key, ...item.begins } : null;
}

/** The part of the transcript that has been read. */
export interface TranscriptReading {
  readonly items: readonly Item[];
  /** The turn of its latest prompt has ended with a last answer, an interruption or an error, according to the file. */
  readonly isTurnOver: boolean;
}

/** A block of the conversation as the screen shows it, since the latest prompt that it shows. */
export type ScreenBlock =
  /** Prose, with the Markdown marks that can be read from the screen. Wrapped lines are joined. */
  | {
      readonly type: 'text';
      readonly text: string;
      /** Its first rows are above those that were read. */ readonly isCut: boolean;
    }
  /** A call, such as `● Bash(touch made-it)`. */
  | { readonly type: 'tool' }
  /** A prompt of the person, as the conversation shows it. */
  | { readonly type: 'prompt'; readonly text: string }
  /** A line that Claude Code inserts, such as one about the end of a task. */
  | { readonly type: 'notice'; readonly text: string };

export interface ScreenReading {
  /** The visible blocks of the conversation, oldest first. */
  readonly blocks: readonly ScreenBlock[];
  /** The conversation continues above the rows that were read. */
  readonly isCut: boolean;
  /** The spinner turns: a turn is under way. */
  readonly isWorking: boolean;
  /** The input box of the person is visible, and nothing covers it. */
  readonly hasField: boolean;
  readonly hasDialog: boolean;
}

export interface MergedItem {
  readonly item: Item;
  readonly feeds: readonly Feed[];
}

/** A turn of the conversation, beginning with a prompt. What precedes the first prompt is a turn without one. */
export interface MergedTurn {
  /** Prefix of its message ids: the same whichever feed reported it first. */
  readonly key: string;
  readonly items: readonly MergedItem[];
}
