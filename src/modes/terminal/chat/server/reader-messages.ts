import type { Message } from '#session/protocol.ts';

import type { ScreenText } from '../../screen/server/screen-messages.ts';
import type { ChatChanges } from '../domain/reported-messages.ts';

/** Orders to the thread that reads chats. `chat`: its number; times are milliseconds since the epoch. */
export type ReaderOrder =
  /**
   * `known`: the latest messages of the log. `isTranscriptAlone`: reads neither hooks nor screen, and the chat says so.
   */
  | {
      readonly type: 'open';
      readonly chat: number;
      readonly known: readonly Message[];
      readonly hasEarlier: boolean;
      readonly isTranscriptAlone: boolean;
    }
  /** The transcript of the running session. Those of earlier ones in the terminal stay. */
  | { readonly type: 'transcript'; readonly chat: number; readonly file: string }
  /** `hook`: JSON, because a deep tree cannot be copied to a thread. */
  | { readonly type: 'hook'; readonly chat: number; readonly hook: string; readonly at: number }
  | { readonly type: 'screen'; readonly chat: number; readonly text: ScreenText; readonly at: number }
  /** Answered once everything in the transcript has been read and reported. */
  | { readonly type: 'finish'; readonly chat: number; readonly request: number }
  | { readonly type: 'find'; readonly chat: number; readonly request: number; readonly what: Wanted }
  | { readonly type: 'close'; readonly chat: number }
  | { readonly type: 'ping'; readonly request: number };

/** A lookup of something that the log does not hold. */
export type Wanted =
  | { readonly kind: 'output'; readonly toolUseId: string }
  | { readonly kind: 'image'; readonly key: string; readonly index: number };

/** Messages from the thread. */
export type ReaderNews =
  | { readonly type: 'changes'; readonly chat: number; readonly changes: ChatChanges }
  /** Reading the chat threw; it must be reopened. */
  | { readonly type: 'failed'; readonly chat: number; readonly message: string }
  /** `found`: the result of `find`; null if there is none. */
  | { readonly type: 'answer'; readonly request: number; readonly found: string | null };
