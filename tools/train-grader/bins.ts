/** Values sorted into at most `most` bins of about equal size, so that a tree has few cuts to try. */
export interface Bins {
  /** Of each feature: the cuts between its bins, rising. */
  readonly cuts: readonly (readonly number[])[];
  /** Of each feature: the bin of each row. */
  readonly columns: readonly Uint8Array[];
}

export function binsOf(rows: readonly ArrayLike<number>[], most: number): Bins {
  const count = rows[0]?.length ?? 0;
  const features = Array.from({ length: count }, (_, feature) => feature);
  const cuts = features.map((feature) => cutsOf(Float64Array.from(rows, (row) => row[feature] ?? 0).sort(), most));
  const columns = features.map((feature) =>
    Uint8Array.from(rows, (row) => binOf(row[feature] ?? 0, cuts[feature] ?? [])),
  );
  return { cuts, columns };
}

/** Between two neighbouring values, rounded so that the weights stay short; never on a value that the rounding moves. */
function cutsOf(sorted: Float64Array, most: number): readonly number[] {
  const cuts: number[] = [];
  for (let step = 1; step < most; step += 1) {
    const at = Math.floor((step * sorted.length) / most);
    const upper = sorted[at] ?? 0;
    let below = at - 1;
    while (below >= 0 && sorted[below] === upper) below -= 1;
    const lower = sorted[below];
    if (lower === undefined) continue;
    const middle = (lower + upper) / 2;
    const short = Number(middle.toPrecision(4));
    const cut = short >= lower && short < upper ? short : middle;
    if (cut > (cuts.at(-1) ?? -Infinity)) cuts.push(cut);
  }
  return cuts;
}

function binOf(value: number, cuts: readonly number[]): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (cuts[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
