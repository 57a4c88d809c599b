import { AppError } from '#wire/error-kind.ts';
import { MAX_REPLAYED_EVENTS } from '#wire/limits.ts';

import { type SessionEvent, toClientEvent } from '../../domain/event.ts';
import { toClientState } from '../../domain/fold.ts';
import type { DownMessage, SessionState } from '../../protocol.ts';
import { frameOf, type Subscriber } from '../connection/subscriber.ts';
import type { ReplyWait } from '../mode-server.ts';

interface ReadSession {
  readonly state: () => SessionState;
  /** The whole text of the reply under way as one frame; null while nothing is shown. */
  readonly replyFrame: () => string | null;
  /** Messages that the mode shows and does not store in the log. */
  readonly shown: () => readonly DownMessage[];
  readonly readEvents: (after: number) => Promise<readonly SessionEvent[]>;
  /** The log is damaged: readers get no single events. */
  readonly isDamaged: boolean;
}

/** The subscribers of a session. They get stored events, text under way, and snapshots. */
export class SessionReaders {
  readonly #session: ReadSession;
  readonly #subscribers = new Set<Subscriber>();
  /** The snapshot made in this turn of the event loop: many subscribers may ask for it. */
  #snapshot: { readonly state: SessionState; readonly frame: string } | null = null;

  constructor(session: ReadSession) {
    this.#session = session;
  }

  get all(): readonly Subscriber[] {
    return [...this.#subscribers];
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0;
  }

  /**
   * Sends the events after `after`, or a snapshot if there are many, then the text under way, and then everything new.
   * Returns the head that it starts from. Do not publish anything meanwhile.
   */
  async add(subscriber: Subscriber, after: number | undefined): Promise<number> {
    const { state, readEvents, isDamaged } = this.#session;
    const { head } = state();
    if (after !== undefined && after > head)
      throw new AppError('ahead-of-log', 'This page is ahead of the server. It will load the session again.');
    if (after === undefined || head - after > MAX_REPLAYED_EVENTS || isDamaged) {
      if (subscriber.snapshot) subscriber.snapshot();
      else subscriber.event(this.snapshotFrame());
    } else if (after < head)
      for (const event of await readEvents(after)) subscriber.event(frameOf(toClientEvent(event)));
    for (const text of this.textFrames()) subscriber.chunk(text);
    this.#subscribers.add(subscriber);
    return head;
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  clear(): void {
    this.#subscribers.clear();
  }

  snapshotFrame(): string {
    const state = this.#session.state();
    if (this.#snapshot?.state === state) return this.#snapshot.frame;
    const { head, session } = state;
    const frame = frameOf({ type: 'session_snapshot', session, seq: head, state: toClientState(state) });
    this.#snapshot = { state, frame };
    setImmediate(() => (this.#snapshot = null));
    return frame;
  }

  /** Text that was shown and is not in the log yet: from the reply under way and from the mode's own messages. */
  textFrames(): readonly string[] {
    const reply = this.#session.replyFrame();
    return [...(reply === null ? [] : [reply]), ...this.#session.shown().map(frameOf)];
  }

  /** Publishes events that are stored. */
  publish(events: readonly SessionEvent[]): void {
    for (const event of events) {
      const frame = frameOf(toClientEvent(event));
      for (const subscriber of this.#subscribers) subscriber.event(frame);
    }
  }

  /** Sends text of the reply under way, which is not part of the log. */
  chunk(frame: string): void {
    for (const subscriber of this.#subscribers) subscriber.chunk(frame);
  }

  wait(messageId: string, { retryInMs, reason }: ReplyWait): void {
    const { session } = this.#session.state();
    this.chunk(frameOf({ type: 'reply_waiting', session, messageId, retryInMs, reason }));
  }

  /** Sends a message that a mode shows and does not store in the log. */
  show(message: DownMessage): void {
    this.chunk(frameOf(message));
  }
}
