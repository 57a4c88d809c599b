import type { ComponentType, ReactNode } from 'react';

import type { RailPlace } from '../contribution/contribution.ts';
import type { OpenSession } from '../mode-screen.ts';

/**
 * The display of an inner mode on the screen of another mode, its host. The host's screen passes an `InnerHost` to
 * `InnerSession`, and places the `SessionExtension` that it gets back. Neither knows the other: `web-modes.ts` connects
 * them.
 */

/** A finding from inside, and the sentence it comes from, which is empty if the person wrote the finding. */
interface Finding {
  readonly text: string;
  readonly sentence: string;
}

/** The parts of the host's screen that the inner mode uses. Pass the same functions in every render. */
export interface InnerHost {
  /** The whole session, with all its threads. */
  readonly view: OpenSession;
  /** Whether the host itself asks something at the end of its transcript. */
  readonly isAsking: boolean;
  readonly loadOlder: () => Promise<void>;
  /** Goes to a message or a line of the transcript, by its id. */
  readonly goTo: (id: string) => void;
  /**
   * Adds findings to the subject that they belong to, and shows that. Rejects if that fails. Absent: findings go to the
   * library.
   */
  readonly keep?: (findings: readonly Finding[], from: { topic: string; subjectId: string }) => Promise<void>;
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
  /** The host's word for its subjects, for example "set". */
  readonly subjectNoun: string;
  readonly place: Pick<RailPlace, 'to' | 'label'>;
}

/** A mode that other modes host, as the page needs it. Its code is fetched with the pages of the host. */
export interface InnerMode {
  /** Provides `SessionExtensionContext`. */
  readonly loadProvider: () => Promise<ComponentType<InnerProviderProps>>;
  /** Links the host's page of a subject to the subject page. Renders nothing while that page would be empty. */
  readonly loadSubjectLink: () => Promise<ComponentType<SubjectLinkProps>>;
  /** Lists everything that was opened inside the sessions on one subject of the host. */
  readonly loadSubjectPage: () => Promise<ComponentType<SubjectPageProps>>;
}

export interface AlternateProviderProps {
  readonly children: ReactNode;
}

/** A mode that works on the thread of its host: the person switches between the two views. */
export interface AlternateMode {
  /** Extends `SessionExtensionContext`. It is mounted inside `ConversationProvider`. */
  readonly loadProvider: () => Promise<ComponentType<AlternateProviderProps>>;
}
