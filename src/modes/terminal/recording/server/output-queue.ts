import type { ScreenSize } from '../domain/asciicast.ts';

export type Queued =
  | { readonly kind: 'output'; readonly at: number; readonly chunks: Uint8Array[]; bytes: number }
  | { readonly kind: 'resize'; readonly at: number; readonly size: ScreenSize };

/** Output within this time is merged into one event. */
const MERGE_MS = 10;
/** Maximum output of one event, so that a replay can draw it without a pause. */
const MAX_EVENT_BYTES = 64 * 1024;

/** Output and resizes waiting to be written, in order. */
export class OutputQueue {
  #events: Queued[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  add(at: number, output: Uint8Array): void {
    for (let from = 0; from < output.length; from += MAX_EVENT_BYTES) {
      this.#addPiece(at, output.subarray(from, from + MAX_EVENT_BYTES));
    }
  }

  addResize(at: number, size: ScreenSize): void {
    this.#events.push({ kind: 'resize', at, size });
  }

  /** Returns everything that is waiting, and empties the queue. */
  take(): { readonly events: readonly Queued[]; readonly bytes: number } {
    const taken = { events: this.#events, bytes: this.#bytes };
    this.#events = [];
    this.#bytes = 0;
    return taken;
  }

  #addPiece(at: number, piece: Uint8Array): void {
    this.#bytes += piece.length;
    const last = this.#events.at(-1);
    if (last?.kind === 'output' && at - last.at < MERGE_MS && last.bytes + piece.length <= MAX_EVENT_BYTES) {
      last.chunks.push(piece);
      last.bytes += piece.length;
    } else this.#events.push({ kind: 'output', at, chunks: [piece], bytes: piece.length });
  }
}
