/** Maximum number of letters or digits that a typo correction changes. */
const MAX_SLIPS = 2;

/**
 * Whether a text was rewritten rather than corrected: more than two letters or digits changed. Case, spaces and
 * punctuation are ignored.
 */
export function isRewritten(before: string, after: string): boolean {
  return !isWithin(lettersOf(before), lettersOf(after), MAX_SLIPS);
}

function lettersOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]/gu) ?? []
  );
}

/** Whether the Levenshtein distance is at most `most`. The cost is linear in the length. */
function isWithin(one: readonly string[], other: readonly string[], most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let row = Array.from({ length: 2 * most + 1 }, (_, band) => (band < most ? Number.POSITIVE_INFINITY : band - most));
  for (let index = 1; index <= one.length; index += 1) {
    const next = row.map(() => Number.POSITIVE_INFINITY);
    for (let band = 0; band <= 2 * most; band += 1) {
      const column = index + band - most;
      if (column < 0 || column > other.length) continue;
      const replaced = (row[band] ?? 0) + (one[index - 1] === other[column - 1] ? 0 : 1);
      const removed = (row[band + 1] ?? Number.POSITIVE_INFINITY) + 1;
      const added = band === 0 ? Number.POSITIVE_INFINITY : (next[band - 1] ?? 0) + 1;
      next[band] = column === 0 ? removed : Math.min(replaced, removed, added);
    }
    row = next;
    if (Math.min(...row) > most) return false;
  }
  return (row[other.length - one.length + most] ?? Number.POSITIVE_INFINITY) <= most;
}
