/** Above this, in bytes, each reader can leave only little unread, and readers that take nothing are closed. */
const TIGHT_ABOVE = 32 * 1024 * 1024;
/** Above this, in bytes, sockets with unread data get answers alone; the others get one event or chunk at a time. */
const FULL_ABOVE = 56 * 1024 * 1024;
/** Above this, in bytes, only answers are sent. One frame of some megabytes can still come on top. */
const OVERFULL_ABOVE = 60 * 1024 * 1024;
const LOOK_EVERY_MS = 50;
/** Maximum time of one look. Sockets that had no turn come first in the next one. */
const MAX_BLOCKING_MS = 8;
/** Maximum age of the sum, in ms, for deciding that there is no room. */
const MAX_AGE_MS = 5;

export interface Unread {
  /** Bytes of memory that its reader has not taken yet. */
  readonly amount: number;
  /** Sends waiting data as far as there is room. Returns whether anything is unread or waits. */
  look(): boolean;
}

/** Bounds the bytes that the readers of all sockets together have not taken yet. One object for the whole server. */
export class Backlog {
  readonly #counted = new Map<Unread, number>();
  #sum = 0;
  #countedAt = 0;
  #isWatching = false;

  /** The sum in bytes at the last count. */
  get sum(): number {
    return this.#sum;
  }

  get isTight(): boolean {
    return this.#isAbove(TIGHT_ABOVE);
  }

  get isFull(): boolean {
    return this.#isAbove(FULL_ABOVE);
  }

  get isOverfull(): boolean {
    return this.#isAbove(OVERFULL_ABOVE);
  }

  /** Counts a socket, and looks at it from now on until it has nothing unread and nothing waits. */
  watch(socket: Unread): void {
    this.#count(socket);
    if (this.#isWatching) return;
    this.#isWatching = true;
    setTimeout(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  leave(socket: Unread): void {
    this.#sum -= this.#counted.get(socket) ?? 0;
    this.#counted.delete(socket);
  }

  #count(socket: Unread): void {
    const { amount } = socket;
    this.#sum += amount - (this.#counted.get(socket) ?? 0);
    this.#counted.set(socket, amount);
  }

  #isAbove(limit: number): boolean {
    if (this.#sum <= limit) return false;
    const now = performance.now();
    if (now - this.#countedAt > MAX_AGE_MS) {
      for (const socket of this.#counted.keys()) this.#count(socket);
      this.#countedAt = now;
    }
    return this.#sum > limit;
  }

  #look(): void {
    const since = performance.now();
    const sockets = Array.from(this.#counted.keys());
    let looked = 0;
    while (looked < sockets.length && performance.now() - since < MAX_BLOCKING_MS) {
      const socket = sockets[looked];
      looked += 1;
      const isToStay = socket?.look() ?? false;
      // Moves it to the end of the order: the others have their turn first.
      if (socket) this.leave(socket);
      if (socket && isToStay) this.watch(socket);
    }
    this.#isWatching = this.#counted.size > 0;
    const delay = looked === sockets.length ? LOOK_EVERY_MS : MAX_BLOCKING_MS;
    if (this.#isWatching) setTimeout(() => this.#look(), delay).unref();
  }
}
