/** One figure of a benchmark against its budget. */
export interface Row {
  readonly name: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** For example `<= 700`. */
  readonly budget: string;
  readonly isMet: boolean;
  readonly peer?: Peer;
}

/** The same work without Warren, in the same run: the speed of the machine itself. */
export interface Peer {
  readonly what: string;
  readonly value: number;
  /** Warren's value over the peer's. */
  readonly ratio: number;
}

export type Benchmark = () => Promise<readonly Row[]>;

interface Figure {
  readonly name: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly peer?: { readonly what: string; readonly value: number };
}

export function atMost(limit: number, figure: Figure): Row {
  return toRow(figure, { budget: `<= ${limit}`, isMet: figure.value <= limit });
}

export function atLeast(limit: number, figure: Figure): Row {
  return toRow(figure, { budget: `>= ${limit}`, isMet: figure.value >= limit });
}

function toRow(figure: Figure, verdict: { budget: string; isMet: boolean }): Row {
  const { name, what, unit, peer } = figure;
  return {
    name,
    what,
    value: rounded(figure.value),
    unit,
    ...verdict,
    ...(peer && {
      peer: { what: peer.what, value: rounded(peer.value), ratio: rounded(figure.value / peer.value) },
    }),
  };
}

/** Rounds to three digits; benchmarks are no more precise. */
function rounded(value: number): number {
  return Number.isInteger(value) || Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
}
