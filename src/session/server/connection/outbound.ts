import type { Backlog, Unread } from './backlog.ts';
import type { Socket } from './socket.ts';

/** Above this, in bytes, chunks are skipped; one chunk with the whole reply follows later. */
const HOLD_CHUNKS_ABOVE = 256 * 1024;
/** Above this, in bytes, events are skipped; a snapshot follows once the reader has caught up. */
const HOLD_EVENTS_ABOVE = 1024 * 1024;
/** Above this, in bytes, snapshots wait. Each can add some megabytes, so they are sent one after the other. */
const HOLD_SNAPSHOTS_ABOVE = 128 * 1024;
/** Above this, in bytes, everything is held while all sockets together have much unread. */
const HOLD_ALL_ABOVE = 64 * 1024;
/** Above this, in bytes, the socket is closed, and the client reconnects and resumes. Only answers can lead to it. */
const GIVE_UP_ABOVE = 4 * 1024 * 1024;
/**
 * A reader that takes nothing is closed after this time plus the time that its unread bytes need at the slowest rate.
 */
const GIVE_UP_AFTER_MS = 30_000;
/** The same limit while all sockets together have much unread: others need that room. */
const GIVE_UP_WHEN_TIGHT_AFTER_MS = 2_000;
/** The slowest rate that counts as reading: the system reports a frame as taken only when all of it is. */
const SLOWEST_BYTES_PER_MS = 32;
/** Overhead of an unread frame, in bytes. A reply has thousands of small frames. */
const FRAME_COST = 512;
/** The WebSocket close code for "try again later". */
const TRY_AGAIN_LATER = 1013;

/**
 * Sends to one socket, with a bound on what a slow reader leaves unread, alone and together with all others. Only the
 * process's own buffer counts; the kernel holds some megabytes more.
 */
export class Outbound implements Unread {
  readonly #socket: Socket;
  readonly #backlog: Backlog;
  readonly #waiting = new Set<() => void>();
  #stalledSince: number | null = null;
  /** Bytes that the socket had buffered at the last look, and the approximate number of those frames. */
  #buffered = 0;
  #frames = 0;
  /** Total bytes sent, and the part that the reader had taken at the last look. */
  #sent = 0;
  #taken = 0;
  /** Bytes of the largest frame since the buffer was empty: a snapshot alone can exceed `GIVE_UP_ABOVE`. */
  #largest = 0;
  #isClosed = false;

  constructor(socket: Socket, backlog: Backlog) {
    this.#socket = socket;
    this.#backlog = backlog;
  }

  get amount(): number {
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount < this.#buffered) this.#frames *= bufferedAmount / this.#buffered;
    this.#buffered = bufferedAmount;
    return bufferedAmount + this.#frames * FRAME_COST;
  }

  get hasRoomForChunks(): boolean {
    return this.#hasRoomForFrame(HOLD_CHUNKS_ABOVE);
  }

  get hasRoomForEvents(): boolean {
    return this.#hasRoomForFrame(HOLD_EVENTS_ABOVE);
  }

  get hasRoomForSnapshot(): boolean {
    return this.#hasRoom(HOLD_SNAPSHOTS_ABOVE);
  }

  send(frame: string): void {
    const isFirst = this.amount === 0;
    const before = this.#buffered;
    this.#socket.send(frame);
    const added = this.#socket.bufferedAmount - before;
    if (added > 0) {
      this.#frames += 1;
      this.#buffered += added;
      this.#sent += added;
      this.#largest = isFirst ? added : Math.max(this.#largest, added);
    }
    if (!this.#isClosed) this.#backlog.watch(this);
  }

  /** Calls `listener` once, in turn, when there is room for a snapshot. */
  whenRoom(listener: () => void): void {
    if (this.#isClosed) return;
    this.#waiting.add(listener);
    this.#backlog.watch(this);
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#backlog.leave(this);
  }

  look(): boolean {
    if (this.#isClosed) return false;
    const { amount } = this;
    const taken = this.#sent - this.#buffered;
    const now = performance.now();
    if (amount === 0 || taken > this.#taken) this.#stalledSince = null;
    else this.#stalledSince ??= now;
    this.#taken = taken;
    const patience = this.#backlog.isTight
      ? GIVE_UP_WHEN_TIGHT_AFTER_MS
      : GIVE_UP_AFTER_MS + amount / SLOWEST_BYTES_PER_MS;
    const isStalled = this.#stalledSince !== null && now - this.#stalledSince > patience;
    if (isStalled || amount > this.#largest + GIVE_UP_ABOVE) {
      this.close();
      this.#socket.close(TRY_AGAIN_LATER, 'too slow');
      this.#socket.terminate();
      return false;
    }
    for (const listener of Array.from(this.#waiting)) {
      if (!this.hasRoomForSnapshot) break;
      this.#waiting.delete(listener);
      listener();
    }
    return this.#waiting.size > 0 || this.amount > 0;
  }

  /** A reader that takes everything at once is served while others fill the backlog. */
  #hasRoomForFrame(limit: number): boolean {
    if (this.#backlog.isFull && !this.#backlog.isOverfull) return this.amount === 0;
    return this.#hasRoom(limit);
  }

  #hasRoom(limit: number): boolean {
    if (this.#backlog.isFull) return false;
    return this.amount <= (this.#backlog.isTight ? Math.min(HOLD_ALL_ABOVE, limit) : limit);
  }
}
