import type { ChangedSummary } from '../protocol.ts';

/** The present activity of a session, for notices. */
export interface Activity {
  readonly is: 'working' | 'waiting' | 'resting' | 'failed';
  /** Distinguishes two waits of one session. */
  readonly key: string;
}

/** A prompt that waits for the person in a session, and can be answered without the rest of the page. */
export interface NoticePrompt {
  /** The page that shows it and takes its answer. */
  readonly path: string;
  /** Its full text; null where a few words cannot express it. */
  readonly words: string | null;
  /** The route that accepts the answers: `body` with an `id`. */
  readonly answerPath: string;
  readonly answers: readonly { readonly title: string; readonly body: object }[];
}

/** A mode's contribution to notices. */
export interface NoticeSource {
  /** The activity of one of the mode's sessions; null if it is unknown. */
  activityOf?(changed: ChangedSummary): Activity | null;
  /** The prompt that a session of the mode waits with; null if there is none. */
  promptOf?(person: string, session: string): Promise<NoticePrompt | null>;
  /** The number of points that a session would ask for now. */
  countDue?(person: string): Promise<number>;
}
