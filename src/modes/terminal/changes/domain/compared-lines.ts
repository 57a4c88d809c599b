import { diffLists } from '#text/domain/diff-lists.ts';

export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Maximum number of edits between two anchors. With more, the part becomes one change. */
const MAX_EDITS = 120;
/** Maximum work of a whole comparison. The work of a part is the square of its edits. */
const MAX_STEPS = 400_000;

/**
 * Merges two lists of lines. Lines that occur once in each, in the same order, are anchors. The parts between two
 * anchors are compared separately, so that the time grows with the length.
 */
export function comparedLines(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const lines: ComparedLine[] = [];
  const put = (kind: ComparedLine['kind'], texts: readonly string[]) => {
    for (const text of texts) lines.push({ kind, text });
  };
  let steps = MAX_STEPS;
  let [old, now] = [0, 0];
  for (const [atOld, atNow] of [...anchors(before, after), [before.length, after.length] as const]) {
    const maxEdits = Math.min(MAX_EDITS, Math.floor(Math.sqrt(steps)));
    for (const { same, removed, added } of diffLists(before.slice(old, atOld), after.slice(now, atNow), maxEdits)) {
      put('same', same);
      put('removed', removed);
      put('added', added);
      steps -= Math.min(removed.length + added.length, maxEdits) ** 2;
    }
    put('same', before.slice(atOld, atOld + 1));
    [old, now] = [atOld + 1, atNow + 1];
    steps = Math.max(0, steps);
  }
  return lines;
}

/** The longest list of index pairs that increase in both lists, of lines that occur once in each list. */
function anchors(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const inBefore = onlyPlaces(before);
  const pairs = [...onlyPlaces(after)]
    .flatMap(([text, at]) => (inBefore.has(text) ? [[inBefore.get(text) ?? 0, at] as const] : []))
    .toSorted(([one], [other]) => one - other);
  // `ends`: the last pair of the best list of each length. `previous`: the pair before each pair.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, at]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : (ends[low - 1] ?? -1));
    ends[low] = index;
  }
  const found: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) found.push(pair);
  }
  return found.toReversed();
}

/** The index of each line that occurs once. */
function onlyPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    else places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}
