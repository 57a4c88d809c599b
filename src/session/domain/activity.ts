import type { ChangedSummary } from '../protocol.ts';

/** What a session is doing, for notices. */
export interface Activity {
  readonly is: 'working' | 'waiting' | 'resting' | 'failed';
  /** Tells two waits of one session apart. */
  readonly key: string;
}

/** A prompt that waits for the person in a session, and can be answered without the rest of the page. */
export interface NoticePrompt {
  /** The page that shows it and takes its answer. */
  readonly path: string;
  /** All that it asks for; null where a few words do not say it. */
  readonly words: string | null;
  /** The route that takes each of the answers: `body` with an `id`. */
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
