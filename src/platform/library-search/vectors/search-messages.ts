/** A request to the search thread. */
export interface MatrixQuestion {
  readonly dimension: number;
  readonly query: Int8Array;
  /** Maximum number of results. */
  readonly limit: number;
  readonly segments: readonly {
    readonly buffer: SharedArrayBuffer;
    readonly count: number;
    /** Only these positions; null for all. */
    readonly allowed: Int32Array | null;
  }[];
}

export interface FoundPosition {
  readonly segment: number;
  readonly index: number;
}
