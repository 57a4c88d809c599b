import { createContext, type ReactNode, useContext } from 'react';

import { assert } from '#kernel/assert.ts';

import type { Message } from '../../protocol.ts';
import type { ComposerWords } from '../composer/composer-words.ts';
import type { OpenSession } from '../mode-screen.ts';
import type { RenderPart } from '../transcript/rows/message-parts.tsx';
import type { TranscriptLine } from '../transcript/rows/rows.ts';

/**
 * Additions of other modes to the screen of a session: the one that is opened inside it, and the one that is another
 * view of it, which extends what the first gives. A host places what it gets here and knows neither: `web-modes.ts`
 * brings them together.
 */
export interface SessionExtension {
  /** The person is inside another mode, on a thread of its own. */
  readonly isInside: boolean;
  /** The active thread: the trunk, or the one inside. */
  readonly thread: string;
  /** Another window changed the thread: nobody asked for it here, and the person may be in the middle of a word. */
  readonly wasMoved: boolean;
  /** The session with the messages of that thread alone. */
  readonly view: OpenSession;
  readonly linesOn: (thread: string) => readonly TranscriptLine[];
  /** Below the last message. It asks something: while it is there, no other button on the screen is the primary one. */
  readonly end?: ReactNode;
  /** Replaces the host's header while inside, with `tools` at its end. */
  readonly banner?: ((tools: ReactNode) => ReactNode) | null;
  /** Number of points recalled during the stay inside that ended last. */
  readonly gained: number;
  /** The name of the agent that answers inside, if known. */
  readonly answering?: string | null;
  /** For the host's header. */
  readonly header?: ReactNode;
  /** In the host's menu: what its header has no room for. */
  readonly menu?: ((close: () => void) => ReactNode) | undefined;
  /** Dialogs and other parts that have no place in the layout. */
  readonly beside?: ReactNode;
  /** Shows what was said on a thread other than the trunk, at one of its messages. */
  readonly read: (thread: string, messageId?: string) => void;
  /** Shown by a replay above the messages of a thread; null for the trunk. */
  readonly during: (thread: string) => ReactNode;
  readonly words?: ComposerWords | null;
  /** The other view of the trunk is on. */
  readonly isAlternate?: boolean;
  /** In the line of the composer while the other view is on. */
  readonly tool?: ReactNode;
  /** Above what is written on the trunk. */
  readonly status?: ReactNode;
  /** Sends what is written on the trunk; null: like any message. */
  readonly say?: ((content: string) => void) | null;
  /** Beside the conversation, or in its place where there is no room. */
  readonly pane?: ExtensionPane | null;
  readonly renderPart?: RenderPart;
  /** The subject of a message of the person. */
  readonly aboutOf?: (message: Message) => ReactNode;
}

interface ExtensionPane {
  readonly content: ReactNode;
  /** The pane is shown instead of the conversation if there is no room for both. */
  readonly isInFront: boolean;
}

export const SessionExtensionContext = createContext<SessionExtension | null>(null);

export function useSessionExtension(): SessionExtension {
  const extension = useContext(SessionExtensionContext);
  assert(extension, 'the screen of a session is inside InnerSession');
  return extension;
}
