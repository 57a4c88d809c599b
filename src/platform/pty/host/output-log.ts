import type { OutputPlace } from '#modes/terminal/running/server/pty.ts';
import type { ScreenSize } from '#modes/terminal/screen/server/emulator.ts';

/** Output of a terminal and changes of its size, in order. */
export type LogItem =
  | { readonly kind: 'output'; readonly bytes: Buffer }
  | { readonly kind: 'resize'; readonly size: ScreenSize };

type Kept =
  | { readonly kind: 'output'; readonly block: Buffer; from: number; to: number }
  | { readonly kind: 'resize'; readonly size: ScreenSize };

const BLOCK_BYTES = 32 * 1024;

/** The output of a terminal since its last stored screen, including the changes of its size. */
export class OutputLog {
  #kept: Kept[] = [];
  #block = Buffer.alloc(0);
  #used = 0;
  #startSize: ScreenSize;
  #size: ScreenSize;
  #start: OutputPlace = { offset: 0, resizes: 0 };
  #end: OutputPlace = { offset: 0, resizes: 0 };

  constructor(size: ScreenSize) {
    this.#startSize = size;
    this.#size = size;
  }

  /** The place of the last stored screen. */
  get start(): OutputPlace {
    return this.#start;
  }

  get startSize(): ScreenSize {
    return this.#startSize;
  }

  get end(): OutputPlace {
    return this.#end;
  }

  get size(): ScreenSize {
    return this.#size;
  }

  /** Number of stored bytes. */
  get bytes(): number {
    return this.#end.offset - this.#start.offset;
  }

  /** Stores a copy. */
  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#used === this.#block.length) {
        this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
        this.#used = 0;
      }
      const length = Math.min(bytes.length - at, this.#block.length - this.#used);
      this.#block.set(bytes.subarray(at, at + length), this.#used);
      const last = this.#kept.at(-1);
      if (last?.kind === 'output' && last.block === this.#block && last.to === this.#used) last.to += length;
      else this.#kept.push({ kind: 'output', block: this.#block, from: this.#used, to: this.#used + length });
      this.#used += length;
      at += length;
    }
    this.#end = { ...this.#end, offset: this.#end.offset + bytes.length };
  }

  resize(size: ScreenSize): void {
    this.#kept.push({ kind: 'resize', size });
    this.#size = size;
    this.#end = { ...this.#end, resizes: this.#end.resizes + 1 };
  }

  /** The items after a place. Their bytes never change. */
  behind(place: OutputPlace): readonly LogItem[] {
    const items: LogItem[] = [];
    let { offset, resizes } = this.#end;
    for (let at = this.#kept.length - 1; offset > place.offset || resizes > place.resizes; at -= 1) {
      const kept = this.#kept[at];
      if (!kept) break;
      if (kept.kind === 'resize') {
        items.push(kept);
        resizes -= 1;
        continue;
      }
      offset -= kept.to - kept.from;
      items.push({
        kind: 'output',
        bytes: kept.block.subarray(kept.from + Math.max(0, place.offset - offset), kept.to),
      });
    }
    return items.toReversed();
  }

  /** Drops the items before a place. */
  dropBefore({ offset, resizes }: OutputPlace): void {
    let { offset: at, resizes: passed } = this.#start;
    let count = 0;
    for (const kept of this.#kept) {
      if (kept.kind === 'resize') {
        if (passed >= resizes) break;
        passed += 1;
        this.#startSize = kept.size;
      } else if (at + kept.to - kept.from > offset) {
        kept.from += Math.max(0, offset - at);
        at = Math.max(at, offset);
        break;
      } else at += kept.to - kept.from;
      count += 1;
    }
    this.#kept.splice(0, count);
    this.#start = { offset: at, resizes: passed };
  }
}
