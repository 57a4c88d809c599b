import type { Socket } from './socket.ts';

/** Above this, in bytes, chunks are skipped; one chunk with all of the reply follows later. */
const HOLD_CHUNKS_ABOVE = 256 * 1024;
/** Above this, in bytes, events are skipped; a snapshot follows once the reader has caught up. */
const HOLD_EVENTS_ABOVE = 1024 * 1024;
/**
 * Above this, in bytes, or after a time without progress, the socket is closed, and the client reconnects and resumes. A
 * snapshot is smaller than this, so that a slow reader is not disconnected by it.
 */
const GIVE_UP_ABOVE = 8 * 1024 * 1024;
const GIVE_UP_AFTER_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** The WebSocket close code for "try again later". */
const TRY_AGAIN_LATER = 1013;

/**
 * Sends to one socket, with a bound on what a slow reader leaves unread. Only the process's own buffer counts; the kernel
 * holds some megabytes more.
 */
export class Outbound {
  readonly #socket: Socket;
  readonly #onRoom = new Set<() => void>();
  #watch: NodeJS.Timeout | null = null;
  #stalledSince: number | null = null;
  #lastAmount = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get hasRoomForChunks(): boolean {
    return this.#socket.bufferedAmount <= HOLD_CHUNKS_ABOVE;
  }

  get hasRoomForEvents(): boolean {
    return this.#socket.bufferedAmount <= HOLD_EVENTS_ABOVE;
  }

  send(frame: string): void {
    this.#socket.send(frame);
    if (this.#socket.bufferedAmount > HOLD_CHUNKS_ABOVE) this.#look();
  }

  /** Calls `listener` once when the reader has caught up. */
  whenRoom(listener: () => void): void {
    this.#onRoom.add(listener);
    this.#look();
  }

  close(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
    this.#onRoom.clear();
  }

  #look(): void {
    this.#watch ??= setInterval(() => this.#check(), LOOK_EVERY_MS).unref();
  }

  #check(): void {
    const amount = this.#socket.bufferedAmount;
    const now = performance.now();
    const isMoving = amount < this.#lastAmount || amount === 0;
    this.#lastAmount = amount;
    if (isMoving) this.#stalledSince = null;
    else this.#stalledSince ??= now;
    const isStalled = this.#stalledSince !== null && now - this.#stalledSince > GIVE_UP_AFTER_MS;
    if (amount > GIVE_UP_ABOVE || isStalled) {
      this.close();
      this.#socket.close(TRY_AGAIN_LATER, 'too slow');
      this.#socket.terminate();
      return;
    }
    if (amount > HOLD_CHUNKS_ABOVE / 2) return;
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
    const listeners = [...this.#onRoom];
    this.#onRoom.clear();
    for (const listener of listeners) listener();
  }
}
