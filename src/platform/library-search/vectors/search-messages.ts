/** What the search thread is asked. */
export interface MatrixQuestion {
  readonly id: number;
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

/** The nearest vectors, nearest first, or why there are none. */
export type MatrixAnswer =
  | { readonly id: number; readonly found: readonly FoundPosition[] }
  | { readonly id: number; readonly failure: string };

export interface FoundPosition {
  readonly segment: number;
  readonly index: number;
}
