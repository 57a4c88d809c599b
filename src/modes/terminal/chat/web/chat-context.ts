import { createContext } from 'react';

/** What the parts of a message can do on the page of their terminal. */
export interface ChatControls {
  readonly session: string;
  /** Shows the place in the terminal where these words stand. Resolves to false where it was not found. */
  readonly findInTerminal: (words: string) => boolean;
}

/** Null where a message is shown without its terminal. */
export const ChatContext = createContext<ChatControls | null>(null);
