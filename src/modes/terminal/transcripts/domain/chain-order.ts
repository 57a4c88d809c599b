interface Linked {
  readonly uuid: string | null;
  readonly parentUuid: string | null;
}

/**
 * Lines with each behind the one that it follows. Claude Code writes an answer before its prompt now and then.
 * Otherwise they stay in their order; chains of any length, and in circles, end.
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
