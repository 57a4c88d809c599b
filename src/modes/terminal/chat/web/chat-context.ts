import { createContext } from 'react';

/** What the parts of a message can do on the page of their terminal, and what they have to know of it. */
export interface ChatControls {
  readonly session: string;
  /** The folder that Claude Code works in. */
  readonly folder: string;
  /** Shows the place in the terminal where these words stand. Resolves to false where it was not found. */
  readonly findInTerminal: (words: string) => boolean;
  /** The message that is worked on; null while nothing is. */
  readonly liveMessage: string | null;
  /** Calls whose permission is asked for below the messages. */
  readonly waitingCalls: readonly string[];
}

/** Null where a message is shown without its terminal. */
export const ChatContext = createContext<ChatControls | null>(null);
