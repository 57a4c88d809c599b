/** A part of a text, as UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The range that contains an offset strictly inside it. The ranges must be ascending and disjoint. */
export function rangeAround(disjoint: readonly TextRange[], at: number): TextRange | undefined {
  let [low, high] = [0, disjoint.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((disjoint[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const range = disjoint[low];
  return range && range.start < at ? range : undefined;
}
