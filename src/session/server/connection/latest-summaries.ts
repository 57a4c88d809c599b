import type { Outbound } from './outbound.ts';

/** Minimum time between two rounds to one socket. A session that changes several times meanwhile is told of once. */
const ROUND_EVERY_MS = 250;

/** The changes of sessions on their way to one socket: the latest of each session, and none is skipped for good. */
export class LatestSummaries {
  readonly #outbound: Outbound;
  readonly #waiting = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Sent at once if nothing was sent lately. */
  add(session: string, frame: string): void {
    this.#waiting.set(session, frame);
    if (!this.#timer) this.#send();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  readonly #send = (): void => {
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    if (!this.#outbound.hasRoomForEvents) return this.#outbound.whenRoom(this.#send);
    for (const frame of this.#waiting.values()) this.#outbound.send(frame);
    this.#waiting.clear();
    this.#timer = setTimeout(this.#send, ROUND_EVERY_MS).unref();
  };
}
