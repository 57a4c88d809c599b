import { writeSync } from 'node:fs';

/** Maximum input that waits for a program that reads nothing, in bytes. More is dropped, as a terminal does. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const FIRST_RETRY_MS = 2;
const MAX_RETRY_MS = 100;

/**
 * Writes to a descriptor that does not block, in order. Node's own stream of a pseudoterminal waits until the program
 * has read everything, and the whole process with it.
 */
export class WriteWithoutWaiting {
  readonly #descriptor: number;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #isClosed = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(data: Buffer | string): void {
    const bytes = Buffer.from(data);
    if (this.#isClosed || this.#bytes + bytes.length > MAX_WAITING_BYTES) return;
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#timer === undefined) this.#writeNow();
  }

  /** Call it before the descriptor is closed: its number may be given to another file. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  #writeNow(): void {
    this.#timer = undefined;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const written = this.#writeSome(next);
      if (written === null) {
        this.#timer = setTimeout(() => this.#writeNow(), this.#retryMs).unref();
        this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2);
        return;
      }
      this.#retryMs = FIRST_RETRY_MS;
      this.#bytes -= written;
      if (written < next.length) this.#waiting[0] = next.subarray(written);
      else this.#waiting.shift();
    }
  }

  /** Null if the terminal takes nothing now. */
  #writeSome(bytes: Buffer): number | null {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
      // The program has ended.
      this.close();
      return bytes.length;
    }
  }
}
