import type { DownMessage } from '../../protocol.ts';
import type { LiveSession } from '../live/live-session.ts';

/** One subscriber of a session. Each frame is serialised once for all subscribers. */
export interface Subscriber {
  event(frame: string): void;
  chunk(frame: string): void;
  /** Sends the whole session instead of all events before. Without this method the snapshot comes as an event. */
  snapshot?(): void;
  /** Continues with another object of the same session, which sends what follows `after`. */
  moveTo?(live: LiveSession, after: number | undefined): Promise<void>;
}

export function frameOf(message: DownMessage): string {
  return JSON.stringify(message);
}
