/** A part of a text, as UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The range that contains an offset, its ends not included. */
export function rangeAround<Range extends TextRange>(ranges: readonly Range[], at: number): Range | undefined {
  return ranges.find(({ start, end }) => start < at && at < end);
}
