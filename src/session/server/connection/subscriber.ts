import type { DownMessage } from '#wire/down.ts';

/** One subscriber of a session. Each frame is serialised once for all subscribers. */
export interface Subscriber {
  /** An event of the log. */
  event(frame: string): void;
  /** A chunk of the reply under way. */
  chunk(frame: string): void;
}

export function frameOf(message: DownMessage): string {
  return JSON.stringify(message);
}
