import type { Message } from '#session/protocol.ts';

import type { ScreenText } from '../../screen/server/screen-messages.ts';
import type { ChatChanges } from '../domain/reported-messages.ts';

/** To the thread that reads chats. `chat` numbers the chats; times are milliseconds since the epoch. */
export type ReaderOrder =
  /**
   * `known`: the latest messages of the log. `isTranscriptAlone`: hooks and screen are not read, and the chat says so.
   */
  | {
      readonly type: 'open';
      readonly chat: number;
      readonly known: readonly Message[];
      readonly hasEarlier: boolean;
      readonly isTranscriptAlone: boolean;
    }
  /** The transcript of what runs now. What ran before in the terminal stays. */
  | { readonly type: 'transcript'; readonly chat: number; readonly file: string }
  /** `hook` is JSON: a tree of any depth is not copied to a thread. */
  | { readonly type: 'hook'; readonly chat: number; readonly hook: string; readonly at: number }
  | { readonly type: 'screen'; readonly chat: number; readonly text: ScreenText; readonly at: number }
  /** Everything that is in the transcript by now is read and told before it is answered. */
  | { readonly type: 'finish'; readonly chat: number; readonly request: number }
  | { readonly type: 'find'; readonly chat: number; readonly request: number; readonly what: Wanted }
  | { readonly type: 'close'; readonly chat: number }
  | { readonly type: 'ping'; readonly request: number };

/** Something that the log does not hold. */
export type Wanted =
  | { readonly kind: 'output'; readonly toolUseId: string }
  | { readonly kind: 'image'; readonly key: string; readonly index: number };

/** From the thread. */
export type ReaderNews =
  | { readonly type: 'changes'; readonly chat: number; readonly changes: ChatChanges }
  /** Reading it threw: it is to be opened again. */
  | { readonly type: 'failed'; readonly chat: number; readonly message: string }
  /** `found`: of `find`; null if there is none. */
  | { readonly type: 'answer'; readonly request: number; readonly found: string | null };
