import { createContext } from 'react';

import type { OtherServer } from '../../protocol.ts';

export interface RangeEnd {
  readonly messageId: string;
  readonly text: string;
}

/** Facts about the terminal of a message, and actions for the parts of the message. */
export interface ChatControls {
  readonly session: string;
  readonly folder: string;
  /** The other server that runs the terminal, which is then read-only; null if this server runs it. */
  readonly server: OtherServer | null;
  /** Shows these words in the terminal. Returns false if they were not found. */
  readonly findInTerminal: (words: string) => boolean;
  /** The range of messages that the person is choosing to keep as one source. */
  readonly range: {
    /** The first or the last message; null while none is chosen. */
    readonly from: RangeEnd | null;
    readonly choose: (from: RangeEnd | null) => void;
  };
  /** The id of the message in progress; null if there is none. */
  readonly liveMessage: string | null;
  /** Ids of calls whose permission is requested below the messages. */
  readonly waitingCalls: readonly string[];
}

/** Null if a message is shown without its terminal. */
export const ChatContext = createContext<ChatControls | null>(null);
