import type { LiveSession } from '../live/live-session.ts';
import type { Outbound } from './outbound.ts';
import type { Subscriber } from './subscriber.ts';

/**
 * One socket's view of one session. After skipped chunks it gets the whole reply so far, after skipped events a
 * snapshot.
 */
export class Subscription implements Subscriber {
  readonly #outbound: Outbound;
  readonly #caughtUp = new Set<() => void>();
  #live: LiveSession | null = null;
  #isSubscribed = false;
  #lacksEvents = false;
  #lacksText = false;
  #isOver = false;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Whether everything that the session's object published was sent. If not, the rest follows without a request. */
  get isCurrent(): boolean {
    return this.#isSubscribed && !this.#lacksEvents;
  }

  /**
   * Subscribes with the events after `after`, unless it has ended already. Resolves with the head that was sent, as
   * soon as there is room for it.
   */
  async begin(live: LiveSession, after: number | undefined): Promise<number> {
    await this.moveTo(live, after);
    this.#isSubscribed = true;
    if (this.#lacksEvents && !this.#isOver) await new Promise<void>((resolve) => this.#caughtUp.add(resolve));
    return (this.#live ?? live).state.head;
  }

  async moveTo(live: LiveSession, after: number | undefined): Promise<void> {
    if (this.#isOver) return;
    this.#live = live;
    await live.subscribe(this, after);
    if (this.#isOver) live.unsubscribe(this);
  }

  event(frame: string): void {
    if (!this.#lacksEvents && this.#outbound.hasRoomForEvents) this.#outbound.send(frame);
    else this.#lack();
  }

  chunk(frame: string): void {
    if (!this.#lacksEvents && !this.#lacksText && this.#outbound.hasRoomForChunks) this.#outbound.send(frame);
    else {
      this.#lacksText = true;
      this.#outbound.whenRoom(this.#makeUp);
    }
  }

  snapshot(): void {
    if (!this.#lacksEvents && this.#live && this.#outbound.hasRoomForSnapshot)
      this.#outbound.send(this.#live.snapshotFrame());
    else this.#lack();
  }

  end(): void {
    this.#isOver = true;
    this.#live?.unsubscribe(this);
    this.#goOn();
  }

  #lack(): void {
    this.#lacksEvents = true;
    this.#outbound.whenRoom(this.#makeUp);
  }

  readonly #makeUp = (): void => {
    if (this.#isOver || !this.#live) return;
    if (this.#lacksEvents) this.#outbound.send(this.#live.snapshotFrame());
    for (const text of this.#live.textFrames()) this.#outbound.send(text);
    this.#lacksEvents = false;
    this.#lacksText = false;
    this.#goOn();
  };

  #goOn(): void {
    for (const resolve of this.#caughtUp) resolve();
    this.#caughtUp.clear();
  }
}
