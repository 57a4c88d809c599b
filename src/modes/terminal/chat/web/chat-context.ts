import { createContext } from 'react';

import type { OtherServer } from '../../protocol.ts';

export interface RangeEnd {
  readonly messageId: string;
  readonly text: string;
}

/** The actions of the parts of a message on the page of their terminal, and the facts that they have to know of it. */
export interface ChatControls {
  readonly session: string;
  readonly folder: string;
  /** The other server that it is on: what it shows can only be read. */
  readonly server: OtherServer | null;
  /** Shows the place in the terminal where these words stand. Resolves to false where it was not found. */
  readonly findInTerminal: (words: string) => boolean;
  /** The messages that are being chosen to be kept as one source. */
  readonly range: {
    /** The first or the last of them; null while none are chosen. */
    readonly from: RangeEnd | null;
    readonly choose: (from: RangeEnd | null) => void;
  };
  /** The message that is worked on; null while nothing is. */
  readonly liveMessage: string | null;
  /** Calls whose permission is asked for below the messages. */
  readonly waitingCalls: readonly string[];
}

/** Null where a message is shown without its terminal. */
export const ChatContext = createContext<ChatControls | null>(null);
