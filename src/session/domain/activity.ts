import type { ChangedSummary } from '../protocol.ts';

/** What a session is doing, for notices. */
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

/** What a mode contributes to notices. */
export interface NoticeSource {
  /** What one of the mode's sessions is doing; null if that is unknown. */
  activityOf?(changed: ChangedSummary): Activity | null;
  /** The prompt that a session of the mode waits with; null if there is none. */
  promptOf?(person: string, session: string): Promise<NoticePrompt | null>;
  /** The number of points that a session would ask for now. */
  countDue?(person: string): Promise<number>;
}
