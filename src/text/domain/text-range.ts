/** A part of a text, as UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The one of ascending ranges, which do not overlap, that contains an offset, its ends not included. */
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
