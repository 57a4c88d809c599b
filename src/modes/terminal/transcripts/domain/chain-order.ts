interface Linked {
  readonly uuid: string | null;
  readonly parentUuid: string | null;
}

/**
 * Moves each line behind its parent; Claude Code sometimes writes an answer before its prompt. Otherwise, the order
 * stays. Handles chains of any length, and cycles.
 */
export function inChainOrder<Line extends Linked>(lines: readonly Line[]): readonly Line[] {
  const byId = new Map(lines.flatMap((line) => (line.uuid === null ? [] : [[line.uuid, line]])));
  const placed = new Set<Line>();
  const ordered: Line[] = [];
  for (const line of lines) {
    const waiting: Line[] = [];
    const seen = new Set<Line>();
    for (let each: Line | undefined = line; each && !placed.has(each) && !seen.has(each);) {
      seen.add(each);
      waiting.push(each);
      each = each.parentUuid === null ? undefined : byId.get(each.parentUuid);
    }
    for (const each of waiting.toReversed()) {
      placed.add(each);
      ordered.push(each);
    }
  }
  return ordered;
}
