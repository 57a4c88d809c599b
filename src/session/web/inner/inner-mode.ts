import type { ComponentType, ReactNode } from 'react';

import type { ComposerWords } from '../composer/composer-words.ts';
import type { Place } from '../contribution/contribution.ts';
import type { ModeScreenProps, OpenSession } from '../mode-screen.ts';
import type { TranscriptLine } from '../transcript/rows/rows.ts';

/**
 * How a mode that lives inside another one comes to the screen. The host's screen calls `useInner` once, tells what only
 * it knows, and puts the parts it gets in their places. Neither knows the other; `web-modes.ts` brings them together.
 */

/** A thing that was found out inside, and the sentence it was read off: empty where the person wrote it. */
interface Finding {
  readonly text: string;
  readonly sentence: string;
}

/** What the host's screen tells. Give the same functions while they are the same. */
export interface InnerHost {
  /** The whole session, all its threads. */
  readonly view: OpenSession;
  /** The host itself asks for something at the end of its transcript. */
  readonly isAsking: boolean;
  readonly loadOlder: () => Promise<void>;
  /** Goes to a message or a line of the transcript, by its id. */
  readonly goTo: (id: string) => void;
  /** Adds what was found on a topic to what the session is about, and says so. Rejects where that failed. */
  readonly keep: (findings: readonly Finding[], topic: string) => Promise<void>;
}

/** What stands on the host's screen because of what is inside. */
export interface InnerParts {
  readonly isInside: boolean;
  /** The thread that is spoken on: the trunk's, or the one inside. */
  readonly thread: string;
  /** It came to be that thread from elsewhere: nobody asked for it here, and the person may be in the middle of a word. */
  readonly wasMoved: boolean;
  /** The session as far as it was said on that thread. */
  readonly view: OpenSession;
  /** Stand between the messages. */
  readonly lines: readonly TranscriptLine[];
  /** After the last message. */
  readonly end: ReactNode;
  /** The end asks for something: nothing else on the screen is the thing to do. */
  readonly isAsking: boolean;
  /** In place of the host’s header while inside; `tools` stand at its end. Null outside. */
  readonly banner: ((tools: ReactNode) => ReactNode) | null;
  /** How many points were recalled during the stay that ended last. */
  readonly gained: number;
  /** What the composer says while inside; null outside. */
  readonly composer: ComposerWords | null;
  /** Who answers inside, by name, where that is known; null outside. */
  readonly answering: string | null;
  /** For the host’s header. */
  readonly tools: ReactNode;
  /** Has no place of its own: dialogs, what floats, what is read aloud. */
  readonly beside: ReactNode;
  /** Shows what was said on a thread other than the trunk, at one of its messages. */
  readonly read: (thread: string, messageId?: string) => void;
  /** What a replay shows above what was said on a thread; null for the trunk. */
  readonly during: (thread: string) => ReactNode;
}

export type UseInner = (host: InnerHost) => InnerParts;

export interface HostScreenProps extends ModeScreenProps {
  /** The same function each time: it is called as a hook. */
  readonly useInner: UseInner;
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
  readonly place: Pick<Place, 'to' | 'label'>;
}

/** A mode that other modes host, as they need it on the page. Its code is fetched with the pages of the host. */
export interface InnerMode {
  readonly loadParts: () => Promise<UseInner>;
  /** Leads to the subject's page from the host's own page of that subject. Renders nothing where there is nothing to see. */
  readonly loadSubjectLink: () => Promise<ComponentType<SubjectLinkProps>>;
  /** Everything that was opened inside the sessions on one subject of the host. */
  readonly loadSubjectPage: () => Promise<ComponentType<SubjectPageProps>>;
}
