import type { DownMessage } from '../../protocol.ts';
import type { LiveSession } from '../live/live-session.ts';

/** One subscriber of a session. Each frame is serialised once for all subscribers. */
export interface Subscriber {
  event(frame: string): void;
  chunk(frame: string): void;
  /** The whole session, in place of all events before. One without this gets the snapshot as an event. */
  snapshot?(): void;
  /** Goes on with another object of the same session, which sends what follows `after`. */
  moveTo?(live: LiveSession, after: number | undefined): Promise<void>;
}

export function frameOf(message: DownMessage): string {
  return JSON.stringify(message);
}
