import type { ComponentType, ReactNode } from 'react';

import type { Message } from '../../protocol.ts';
import type { ComposerWords } from '../composer/composer-words.ts';
import type { RenderPart } from '../transcript/rows/message-parts.tsx';

/**
 * How a mode that works on the host's own thread is shown on the screen of the host: the person switches between the two.
 * Neither knows the other: `web-modes.ts` brings them together.
 */

/** What the alternate mode shows on the host's screen. */
export interface AlternateParts {
  readonly isOn: boolean;
  /** For the host's header: the buttons to switch. */
  readonly modes: ReactNode;
  /** The words of the composer while it is on; null otherwise. */
  readonly words: ComposerWords | null;
  /** In the line of the composer while it is on. */
  readonly tool: ReactNode;
  /** Above what is written, while it is on. */
  readonly status: ReactNode;
  /** Sends what is written, while it is on; null: like any message. */
  readonly say: ((content: string) => void) | null;
  /** Beside the conversation, or in its place where there is no room. Null while it is off. */
  readonly pane: AlternatePane | null;
  /** Its parts of messages. */
  readonly renderPart: RenderPart;
  /** What a message of the person is about. */
  readonly aboutOf: (message: Message) => ReactNode;
}

export interface AlternatePane {
  readonly content: ReactNode;
  /** Where there is no room for both, the pane is shown and not the conversation. */
  readonly isInFront: boolean;
  /** Where there is no room for both: the buttons that go between them. */
  readonly sides: ReactNode;
}

export interface AlternateProviderProps {
  readonly children: ReactNode;
}

/** A mode that shares the thread of its hosts, as they need it on the page. */
export interface AlternateMode {
  /** Provides `AlternatePartsContext`. It stands inside `ConversationProvider`. */
  readonly loadProvider: () => Promise<ComponentType<AlternateProviderProps>>;
}
