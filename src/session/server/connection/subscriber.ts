import type { DownMessage } from '#wire/down.ts';

/** One reader of a session. It is given frames that are written once for all readers. */
export interface Subscriber {
  /** An event of the log. */
  event(frame: string): void;
  /** Text of the reply under way. */
  chunk(frame: string): void;
}

export function frameOf(message: DownMessage): string {
  return JSON.stringify(message);
}
