import type { ChangedSummary } from '../protocol.ts';

/** What a session is doing, for notices. */
export interface Activity {
  readonly is: 'working' | 'waiting' | 'resting' | 'failed';
  /** Tells two waits of one session apart. */
  readonly key: string;
}

/** What a mode contributes to notices. */
export interface NoticeSource {
  /** What one of the mode's sessions is doing; null if that is unknown. */
  activityOf?(changed: ChangedSummary): Activity | null;
  /** The number of points that a session would ask for now. */
  countDue?(person: string): Promise<number>;
}
