import type { PendingMessage } from './live-client.ts';
import type { OutboxEntry, OutboxStore } from './outbox.ts';

export interface UnsentEvents {
  readonly send: (message: object) => void;
  readonly onChange: (session: string, pending: readonly PendingMessage[]) => void;
}

/**
 * Unsent messages. Each is in the outbox before it is sent, and leaves it when the server has acknowledged it. Sending
 * one twice stores one message, because both have the same id.
 */
export class UnsentMessages {
  readonly #store: OutboxStore;
  readonly #events: UnsentEvents;
  #entries: readonly OutboxEntry[] = [];
  /** By session: the pending writes to the outbox. */
  readonly #storing = new Map<string, Promise<void>>();

  constructor(store: OutboxStore, events: UnsentEvents) {
    this.#store = store;
    this.#events = events;
  }

  async load(): Promise<void> {
    const kept = await this.#store.all();
    const ids = new Set(this.#entries.map((entry) => entry.id));
    this.#entries = [...kept.filter((entry) => !ids.has(entry.id)), ...this.#entries];
    for (const session of new Set(kept.map((entry) => entry.session))) this.#notify(session);
  }

  add(message: Pick<OutboxEntry, 'id' | 'session' | 'content' | 'request' | 'thread'>): void {
    const { id, session } = message;
    const order = Math.max(0, ...this.#entries.map((entry) => entry.order)) + 1;
    const entry: OutboxEntry = { ...message, order, status: 'waiting' };
    this.#entries = [...this.#entries, entry];
    this.#notify(session);
    // The message is sent even if the outbox fails.
    const storing = this.#store
      .put(entry)
      .catch(() => undefined)
      .then(() => this.sendAgain(id))
      .finally(() => {
        if (this.#storing.get(session) === storing) this.#storing.delete(session);
      });
    this.#storing.set(session, storing);
  }

  /** Resolves when the earlier messages of a session have been sent; null if they have been. */
  whenSent(session: string): Promise<void> | null {
    return this.#storing.get(session) ?? null;
  }

  sendAll(): void {
    for (const entry of this.#entries) this.#sendEntry(entry);
  }

  sendAgain(id: string): void {
    const entry = this.#find(id);
    if (entry) this.#sendEntry(entry);
  }

  acknowledge(id: string): void {
    this.#drop(id);
  }

  /** Keeps a refused message, with its text and the reason, until the person discards it. */
  refuse(id: string, problem: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    const refused: OutboxEntry = { ...entry, status: 'refused', problem };
    this.#entries = this.#entries.map((other) => (other.id === id ? refused : other));
    void this.#store.put(refused).catch(() => undefined);
    this.#notify(entry.session);
  }

  discard(id: string): string {
    const content = this.#find(id)?.content ?? '';
    this.#drop(id);
    return content;
  }

  #find(id: string): OutboxEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  #sendEntry({ id, session, content, status, request, thread }: OutboxEntry): void {
    const message = request ?? { type: 'user_message', content, ...(thread !== undefined && { thread }) };
    if (status === 'waiting') this.#events.send({ ...message, id, session });
  }

  #drop(id: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    this.#entries = this.#entries.filter((other) => other.id !== id);
    void this.#store.remove(id).catch(() => undefined);
    this.#notify(entry.session);
  }

  #notify(session: string): void {
    const pending = this.#entries
      .filter((entry) => entry.session === session)
      .map(({ id, content, status, problem, request }) => ({
        id,
        content,
        // Only a request that has words of the person has text to lose.
        isRequest: request !== undefined && !('content' in request),
        status,
        ...(problem !== undefined && { problem }),
      }));
    this.#events.onChange(session, pending);
  }
}
