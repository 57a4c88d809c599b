import type { ComponentType, ReactNode } from 'react';

import type { ComposerWords } from '../composer/composer-words.ts';
import type { RailPlace } from '../contribution/contribution.ts';
import type { OpenSession } from '../mode-screen.ts';
import type { TranscriptLine } from '../transcript/rows/rows.ts';

/**
 * How a mode inside another one is shown on the screen of that other one, its host. The host's screen passes an
 * `InnerHost` to `InnerSession`, and places the `InnerParts` that it gets back. Neither knows the other:
 * `web-modes.ts` brings them together.
 */

/** Something that was found out inside, and the sentence it comes from: empty where the person wrote it. */
interface Finding {
  readonly text: string;
  readonly sentence: string;
}

/** What the host's screen tells the inner mode. Pass the same functions in every render. */
export interface InnerHost {
  /** The whole session, with all its threads. */
  readonly view: OpenSession;
  /** The host itself asks something at the end of its transcript. */
  readonly isAsking: boolean;
  readonly loadOlder: () => Promise<void>;
  /** Goes to a message or a line of the transcript, by its id. */
  readonly goTo: (id: string) => void;
  /**
   * Adds findings to the subject they belong to, and says so. Rejects if that fails. Absent: what was found goes to the
   * library.
   */
  readonly keep?: (findings: readonly Finding[], from: { topic: string; subjectId: string }) => Promise<void>;
}

/** What the inner mode shows on the host's screen. */
export interface InnerParts {
  readonly isInside: boolean;
  /** The active thread: the trunk, or the one inside. */
  readonly thread: string;
  /** Another window changed the thread: nobody asked for it here, and the person may be in the middle of a word. */
  readonly wasMoved: boolean;
  /** The session with the messages of that thread alone. */
  readonly view: OpenSession;
  /** Lines between the messages. */
  readonly lines: readonly TranscriptLine[];
  /** Lines between the messages of a thread that is read beside the conversation. */
  readonly linesOn: (thread: string) => readonly TranscriptLine[];
  /** Below the last message. */
  readonly end: ReactNode;
  /** `end` asks something: then no other button on the screen is the primary one. */
  readonly isAsking: boolean;
  /** Replaces the host's header while inside, with `tools` at its end. Null outside. */
  readonly banner: ((tools: ReactNode) => ReactNode) | null;
  /** Number of points recalled during the stay that ended last. */
  readonly gained: number;
  /** The words of the composer while inside; null outside. */
  readonly composer: ComposerWords | null;
  /** The name of the agent that answers inside, if known; null outside. */
  readonly answering: string | null;
  /** For the host's header. */
  readonly tools: ReactNode;
  /** Dialogs and other parts that have no place in the layout. */
  readonly beside: ReactNode;
  /** Shows what was said on a thread other than the trunk, at one of its messages. */
  readonly read: (thread: string, messageId?: string) => void;
  /** What a replay shows above the messages of a thread; null for the trunk. */
  readonly during: (thread: string) => ReactNode;
}

export interface InnerProviderProps {
  readonly host: InnerHost;
  readonly children: ReactNode;
}

export interface SubjectLinkProps {
  readonly subjectId: string;
  readonly to: string;
}

export interface SubjectPageProps {
  readonly subjectId: string;
  /** The page of the subject in the host. */
  readonly subjectPath: string;
  /** What the host calls its subjects, for example "set". */
  readonly subjectNoun: string;
  readonly place: Pick<RailPlace, 'to' | 'label'>;
}

/** A mode that other modes host, as they need it on the page. Its code is fetched with the pages of the host. */
export interface InnerMode {
  /** Provides `InnerPartsContext`. */
  readonly loadProvider: () => Promise<ComponentType<InnerProviderProps>>;
  /** Leads from the host's page of a subject to the subject page. Renders nothing while that page would be empty. */
  readonly loadSubjectLink: () => Promise<ComponentType<SubjectLinkProps>>;
  /** Everything that was opened inside the sessions on one subject of the host. */
  readonly loadSubjectPage: () => Promise<ComponentType<SubjectPageProps>>;
}
