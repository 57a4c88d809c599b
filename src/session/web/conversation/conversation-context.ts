import { createContext, type RefObject, useContext } from 'react';

import { assert } from '#kernel/assert.ts';

import type { ComposerHandle } from '../composer/composer.tsx';
import type { OpenSession } from '../mode-screen.ts';
import type { GoTo } from '../transcript/use-go-to.ts';
import type { Ask } from '../use-requests.ts';

/** State that the parts of one session page share. */
export interface ConversationControls {
  /** The whole session, with all its threads. */
  readonly view: OpenSession;
  /** Whether the mode itself asks something at the end of the transcript. */
  readonly isAsking: boolean;
  readonly ask: Ask;
  readonly loadOlder: () => Promise<void>;
  /** Leaves the session paused, and goes to Today. */
  readonly leave: () => void;
  readonly composer: RefObject<ComposerHandle | null>;
  /** Focuses the composer. Returns false, and does nothing, where an on-screen keyboard would cover the text. */
  readonly continueWriting: () => boolean;
  readonly goTo: GoTo | null;
  /** Goes to a message or a line of the transcript, by its id. */
  readonly goToPlace: (id: string) => void;
}

export const ConversationContext = createContext<ConversationControls | null>(null);

export function useConversation(): ConversationControls {
  const controls = useContext(ConversationContext);
  assert(controls, 'a conversation is inside its ConversationProvider');
  return controls;
}
