import { quantize } from './quantize.ts';

export interface Segment {
  /** The vectors, one after the other. */
  readonly buffer: SharedArrayBuffer;
  readonly capacity: number;
  count: number;
}

/** A set of sources that is excluded, or that is searched exclusively. */
export interface SourceChoice {
  readonly sources: Iterable<string>;
  readonly are: 'excluded' | 'chosen';
}

const MIN_SEGMENT = 256;
const MAX_SEGMENT = 8_192;

/**
 * The vectors of one person and model as 8-bit integers, in memory that is shared with the search thread. It grows by
 * segments, so that nothing is copied. The last vector replaces a removed one.
 */
export class VectorMatrix {
  readonly dimension: number;
  readonly segments: Segment[] = [];
  /** Number of removals: each one changes which vectors positions refer to. */
  removals = 0;
  readonly #positions = new Map<number, number>();
  readonly #rows: number[] = [];
  readonly #sources: number[] = [];
  readonly #ordinals = new Map<string, number>();
  readonly #starts: number[] = [];

  constructor(dimension: number) {
    this.dimension = dimension;
  }

  get size(): number {
    return this.#rows.length;
  }

  has(row: number): boolean {
    return this.#positions.has(row);
  }

  rows(): readonly number[] {
    return this.#rows;
  }

  add({ row, source, vector }: { row: number; source: string; vector: Float32Array }): void {
    const position = this.size;
    quantize(vector, this.#place(position));
    this.#positions.set(row, position);
    this.#rows.push(row);
    this.#sources.push(this.#ordinalOf(source));
    const segment = this.segments.at(-1);
    if (segment) segment.count += 1;
  }

  remove(row: number): void {
    const position = this.#positions.get(row);
    if (position === undefined) return;
    const last = this.size - 1;
    const lastRow = this.#rows[last] ?? row;
    this.#place(position).set(this.#place(last));
    this.#rows[position] = lastRow;
    this.#sources[position] = this.#sources[last] ?? 0;
    this.#positions.set(lastRow, position);
    this.#positions.delete(row);
    this.#rows.pop();
    this.#sources.pop();
    const segment = this.segments.at(-1);
    if (segment) segment.count -= 1;
    if (segment?.count === 0) {
      this.segments.pop();
      this.#starts.pop();
    }
    this.removals += 1;
  }

  rowAt(segment: number, index: number): number | undefined {
    return this.#rows[(this.#starts[segment] ?? 0) + index];
  }

  /** The positions per segment that a choice of sources permits; null if it permits all. */
  allowed({ sources, are }: SourceChoice): readonly Int32Array[] | null {
    const isChosen = new Uint8Array(this.#ordinals.size).fill(are === 'excluded' ? 1 : 0);
    for (const source of sources) {
      const ordinal = this.#ordinals.get(source);
      if (ordinal !== undefined) isChosen[ordinal] = are === 'excluded' ? 0 : 1;
    }
    const allowed = this.segments.map(({ count }, index) => {
      const start = this.#starts[index] ?? 0;
      const positions = new Int32Array(count);
      let length = 0;
      for (let at = 0; at < count; at += 1)
        if (isChosen[this.#sources[start + at] ?? 0] === 1) positions[length++] = at;
      return positions.subarray(0, length);
    });
    const isAll = allowed.every(({ length }, index) => length === this.segments[index]?.count);
    return isAll ? null : allowed;
  }

  #ordinalOf(source: string): number {
    const known = this.#ordinals.get(source);
    if (known !== undefined) return known;
    this.#ordinals.set(source, this.#ordinals.size);
    return this.#ordinals.size - 1;
  }

  /** The memory of a position; adds a segment if the position is the next one. */
  #place(position: number): Int8Array {
    let segment = this.#starts.findLastIndex((start) => start <= position);
    const held = this.segments[segment];
    const offset = position - (this.#starts[segment] ?? 0);
    if (!held || offset >= held.capacity) {
      const capacity = Math.min(MAX_SEGMENT, Math.max(MIN_SEGMENT, position));
      this.segments.push({ buffer: new SharedArrayBuffer(capacity * this.dimension), capacity, count: 0 });
      this.#starts.push(position);
      segment = this.segments.length - 1;
    }
    const { buffer } = this.segments[segment] ?? { buffer: new SharedArrayBuffer(0) };
    return new Int8Array(buffer, (position - (this.#starts[segment] ?? 0)) * this.dimension, this.dimension);
  }
}
