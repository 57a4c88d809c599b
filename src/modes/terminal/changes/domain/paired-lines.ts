import { MIN_COMMON, wordsIn } from './changed-words.ts';

/** Number of characters of a line that are compared. The rest says little about the similarity of two lines. */
const MAX_COMPARED = 400;
/** Maximum product of removed and added lines. The lines of a larger block are paired in order. */
const MAX_PAIRS = 400;

/** Indexes of a removed line and the added line that replaces it; null for a side without a line. */
export type Row = readonly [number | null, number | null];

/**
 * Pairs removed lines with the added lines after them: first the most similar ones, then the lines between two pairs in
 * order.
 */
export function pairedLines(removed: readonly string[], added: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  let [old, now] = [0, 0];
  for (const [atOld, atNow] of [...mostAlike(removed, added), [removed.length, added.length] as const]) {
    const length = Math.max(atOld - old, atNow - now);
    for (let at = 0; at < length; at += 1)
      rows.push([old + at < atOld ? old + at : null, now + at < atNow ? now + at : null]);
    if (atOld < removed.length) rows.push([atOld, atNow]);
    [old, now] = [atOld + 1, atNow + 1];
  }
  return rows;
}

/** The pairs with the most words in common, in the order of both lists. */
function mostAlike(removed: readonly string[], added: readonly string[]): readonly (readonly [number, number])[] {
  const isOne = removed.length === 1 && added.length === 1;
  if (isOne || removed.length * added.length > MAX_PAIRS) return [];
  const [before, after] = [removed.map(countedWords), added.map(countedWords)];
  const width = after.length + 1;
  // The best total for the lines from each pair of indexes on.
  const best = new Float64Array((before.length + 1) * width);
  const likeness = new Float64Array(best.length);
  for (let old = before.length - 1; old >= 0; old -= 1)
    for (let now = after.length - 1; now >= 0; now -= 1) {
      const at = old * width + now;
      likeness[at] = likenessOf(before[old], after[now]);
      const paired = likeness[at] + (best[at + width + 1] ?? 0);
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  const pairs: (readonly [number, number])[] = [];
  let [old, now] = [0, 0];
  while (old < before.length && now < after.length) {
    const at = old * width + now;
    const own = likeness[at] ?? 0;
    if (own > 0 && best[at] === own + (best[at + width + 1] ?? 0)) {
      pairs.push([old, now]);
      [old, now] = [old + 1, now + 1];
    } else if (best[at] === best[at + width]) old += 1;
    else now += 1;
  }
  return pairs;
}

interface CountedWords {
  readonly counts: ReadonlyMap<string, number>;
  /** Total length of the words. */
  readonly length: number;
}

function countedWords(line: string): CountedWords {
  const counts = new Map<string, number>();
  let length = 0;
  for (const word of wordsIn(line.slice(0, MAX_COMPARED))) {
    if (word.trim() === '') continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    length += word.length;
  }
  return { counts, length };
}

/** Similarity from 0 to 1, squared: one good pair counts more than two mediocre ones. */
function likenessOf(one: CountedWords | undefined, other: CountedWords | undefined): number {
  if (!one || !other) return 0;
  let common = 0;
  for (const [word, count] of one.counts) common += word.length * Math.min(count, other.counts.get(word) ?? 0);
  const likeness = common / Math.max(one.length, other.length, 1);
  return likeness < MIN_COMMON ? 0 : likeness ** 2;
}
