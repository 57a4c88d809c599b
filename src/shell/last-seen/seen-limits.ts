const MAX_ENTRIES = 150;
/** Of one entry and of all, in UTF-16 units of JSON. */
const MAX_LENGTH = 1_000_000;
const MAX_TOTAL_LENGTH = 6_000_000;

/** A text that was seen, without the text. */
export interface SeenEntry {
  readonly key: string;
  /** When it was seen, in milliseconds since the epoch. */
  readonly at: number;
  readonly length: number;
}

/** The entries that there is room for: the latest ones. */
export function withinLimits(entries: readonly SeenEntry[]): readonly SeenEntry[] {
  const latest = entries
    .filter(({ length }) => length <= MAX_LENGTH)
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_ENTRIES);
  let total = 0;
  return latest.filter(({ length }) => (total += length) <= MAX_TOTAL_LENGTH);
}
