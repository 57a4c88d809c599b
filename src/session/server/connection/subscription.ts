import type { LiveSession } from '../live/live-session.ts';
import type { Outbound } from './outbound.ts';
import type { Subscriber } from './subscriber.ts';

/** One socket's view of one session. After skipped chunks it gets the whole reply so far, after skipped events a snapshot. */
export class Subscription implements Subscriber {
  readonly #outbound: Outbound;
  #live: LiveSession | null = null;
  #lacksEvents = false;
  #lacksText = false;
  #isOver = false;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Subscribes from `after` on, unless it has ended already. Returns the head that it starts from. */
  async begin(live: LiveSession, after: number | undefined): Promise<number> {
    this.#live = live;
    const head = this.#isOver ? live.state.head : await live.subscribe(this, after);
    if (this.#isOver) live.unsubscribe(this);
    return head;
  }

  event(frame: string): void {
    if (!this.#lacksEvents && this.#outbound.hasRoomForEvents) this.#outbound.send(frame);
    else {
      this.#lacksEvents = true;
      this.#outbound.whenRoom(this.#makeUp);
    }
  }

  chunk(frame: string): void {
    if (!this.#lacksEvents && !this.#lacksText && this.#outbound.hasRoomForChunks) this.#outbound.send(frame);
    else {
      this.#lacksText = true;
      this.#outbound.whenRoom(this.#makeUp);
    }
  }

  end(): void {
    this.#isOver = true;
    this.#live?.unsubscribe(this);
  }

  readonly #makeUp = (): void => {
    if (this.#isOver || !this.#live) return;
    if (this.#lacksEvents) this.#outbound.send(this.#live.snapshotFrame());
    for (const text of this.#live.textFrames()) this.#outbound.send(text);
    this.#lacksEvents = false;
    this.#lacksText = false;
  };
}
