import type { Feed, NoticeKind, PatchHunk } from '../protocol.ts';

/**
 * A conversation as the feeds report it: one flat list in the order of the conversation. The transcript tells all of
 * it; hooks and the screen tell the end of it earlier. Times are milliseconds since the epoch.
 */
export type Item = PromptItem | TextItem | ThinkingItem | ToolItem | NoticeItem;

interface Common {
  /** Stable over re-reading, unique in a conversation. */
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
  /** Null until it has ended. */
  readonly output: string | null;
  readonly isError: boolean;
  readonly isComplete: boolean;
  readonly images?: readonly string[];
  readonly patch?: readonly PatchHunk[];
  readonly isBackground?: true;
  /** The output was too long: the name of the file that has all of it, and its length. */
  readonly whole?: { readonly file: string; readonly length: number };
  readonly ending?: 'denied' | 'interrupted';
  /** The work of a subagent inside it. */
  readonly inside?: readonly (TextItem | ToolItem)[];
}

export interface NoticeItem extends Common {
  readonly type: 'notice';
  readonly kind: Exclude<NoticeKind, 'feed-lost'>;
  /** The words to read of it, such as those of an error; may be empty. */
  readonly text: string;
  /** Its result. */
  readonly output?: string;
  /** Claude Code prompted itself with it: it begins a turn. `text`: how the screen names it. */
  readonly begins?: { readonly promptId: string | null; readonly text: string };
}

/** Words of Claude Code itself, when it is resumed in the middle of an answer. */
export const NO_ANSWER = 'No response requested.';

/** What begins a turn: a prompt of the person, or one of Claude Code itself. Null for everything else. */
export function beginningOf(
  item: Item | undefined,
): { readonly key: string; readonly promptId: string | null; readonly text: string } | null {
  if (item?.type === 'prompt' && item.queue === undefined) return item;
  return item?.type === 'notice' && item.begins ? { key: item.key, ...item.begins } : null;
}

/** The transcript, as far as it is read. */
export interface TranscriptReading {
  readonly items: readonly Item[];
  /**
   * The turn of its latest prompt has ended, as far as the file says: by a last answer, an interruption or an error.
   */
  readonly isTurnOver: boolean;
}

/** A block of the conversation as the screen shows it, since the latest prompt that it shows. */
export type ScreenBlock =
  /** Prose, with the marks of markdown that the screen tells; lines that the terminal wrapped are joined. */
  | {
      readonly type: 'text';
      readonly text: string;
      /** Its first rows are above what is read. */ readonly isCut: boolean;
    }
  /** A call, such as `● Bash(touch made-it)`. */
  | { readonly type: 'tool' }
  /** A prompt of the person, as it stands in the conversation. */
  | { readonly type: 'prompt'; readonly text: string }
  /** A line that Claude Code puts in, such as on the end of a task. */
  | { readonly type: 'notice'; readonly text: string };

export interface ScreenReading {
  /** The visible blocks of the conversation, oldest first. */
  readonly blocks: readonly ScreenBlock[];
  /** More of the conversation stands above the rows that were read. */
  readonly isCut: boolean;
  /** The spinner turns: a turn is under way. */
  readonly isWorking: boolean;
  /** The field that the person writes into is in sight, and nothing else in its place. */
  readonly hasField: boolean;
  readonly hasDialog: boolean;
}

export interface MergedItem {
  readonly item: Item;
  readonly feeds: readonly Feed[];
}

/** A turn of the conversation, from a prompt on. What stands before the first prompt is a turn without one. */
export interface MergedTurn {
  /** Names its messages: the same whichever feed told of it first. */
  readonly key: string;
  readonly items: readonly MergedItem[];
}
