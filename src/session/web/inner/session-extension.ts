import { createContext, type ReactNode, useContext } from 'react';

import { assert } from '#kernel/assert.ts';

import type { Message } from '../../protocol.ts';
import type { ComposerWords } from '../composer/composer-words.ts';
import type { OpenSession } from '../mode-screen.ts';
import type { RenderPart } from '../transcript/rows/message-parts.tsx';
import type { TranscriptLine } from '../transcript/rows/rows.ts';

/**
 * Additions of other modes to the screen of a session: the inner mode, and the mode that is another view of the session
 * and extends the additions of the inner one. A host places these additions and knows neither mode: `web-modes.ts`
 * connects them.
 */
export interface SessionExtension {
  /** Whether the person is inside another mode, on a thread of its own. */
  readonly isInside: boolean;
  /** The active thread: the trunk, or that of the inner mode. */
  readonly thread: string;
  /** Another window changed the thread: the person here did not ask for it and may be typing a word. */
  readonly wasMoved: boolean;
  /** The session with the messages of that thread alone. */
  readonly view: OpenSession;
  readonly linesOn: (thread: string) => readonly TranscriptLine[];
  /** Below the last message. It asks something: while it is shown, no other button on the screen is the primary one. */
  readonly end?: ReactNode;
  /** Replaces the host's header while inside, with `tools` at its end. */
  readonly banner?: ((tools: ReactNode) => ReactNode) | null;
  /** Number of points recalled during the latest stay inside. */
  readonly gained: number;
  /** The name of the agent that answers inside, if known. */
  readonly answering?: string | null;
  /** For the host's header. */
  readonly header?: ReactNode;
  /** For the host's menu: actions that its header has no room for. */
  readonly menu?: ((close: () => void) => ReactNode) | undefined;
  /** Dialogs and other parts that have no place in the layout. */
  readonly beside?: ReactNode;
  /** Opens a thread other than the trunk for reading, at one of its messages. */
  readonly read: (thread: string, messageId?: string) => void;
  /** Shown in a replay above the messages of a thread; null for the trunk. */
  readonly during: (thread: string) => ReactNode;
  readonly words?: ComposerWords | null;
  /** Whether the other view of the trunk is on. */
  readonly isAlternate?: boolean;
  /** Beside Send while the other view is on. */
  readonly tool?: ReactNode;
  /** Above the text field on the trunk. */
  readonly status?: ReactNode;
  /** Sends the text typed on the trunk; null: it is sent like any message. */
  readonly say?: ((content: string) => void) | null;
  /** Beside the conversation, or instead of it where there is no room. */
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
