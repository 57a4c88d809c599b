import { plainWords } from '#text/domain/segments.ts';

/** A paragraph before and after; one of them may be missing. */
export interface ParagraphPair {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Bounds the time, which grows with the product of both counts. */
const MAX_COMPARISONS = 10_000;
/** As many on both sides are paired by their place alone. */
const MAX_PAIRS = 500;
/** Fewer common words are another paragraph. */
const MIN_SHARE = 0.3;

/** Which paragraphs of two versions are the same ones, rewritten: in order, with the most common words. */
export function pairParagraphs(removed: readonly string[], added: readonly string[]): readonly ParagraphPair[] {
  const comparisons = removed.length * added.length;
  if (comparisons > MAX_COMPARISONS && removed.length === added.length && removed.length <= MAX_PAIRS)
    return removed.map((paragraph, index) => ({ removed: [paragraph], added: added.slice(index, index + 1) }));
  if (comparisons <= 1 || comparisons > MAX_COMPARISONS) return [{ removed, added }];
  const old = removed.map(wordsIn);
  const now = added.map(wordsIn);
  const shares = old.map((words) => now.map((others) => shareOf(words, others)));
  const best = bestSums(shares, now.length);
  const at = (row: number, column: number) => best[row]?.[column] ?? 0;
  const pairs: ParagraphPair[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < now.length) {
    const paragraph = removed.slice(row, row + 1);
    const other = added.slice(column, column + 1);
    if (at(row, column) === at(row + 1, column)) {
      pairs.push({ removed: paragraph, added: [] });
      row += 1;
    } else if (at(row, column) === at(row, column + 1)) {
      pairs.push({ removed: [], added: other });
      column += 1;
    } else {
      pairs.push({ removed: paragraph, added: other });
      row += 1;
      column += 1;
    }
  }
  return [...pairs, { removed: removed.slice(row), added: added.slice(column) }];
}

/** The greatest sum of shares that pairs from each row and column on have. */
function bestSums(shares: readonly (readonly number[])[], columns: number): readonly (readonly number[])[] {
  const best = Array.from({ length: shares.length + 1 }, () => Array.from({ length: columns + 1 }, () => 0));
  for (let row = shares.length - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const paired = (shares[row]?.[column] ?? 0) + (best[row + 1]?.[column + 1] ?? 0);
      const sum = Math.max(paired, best[row + 1]?.[column] ?? 0, best[row]?.[column + 1] ?? 0);
      best[row]?.splice(column, 1, sum);
    }
  return best;
}

function wordsIn(paragraph: string): ReadonlySet<string> {
  return new Set(plainWords(paragraph.toLowerCase()));
}

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0;
  for (const word of words) if (others.has(word)) common += 1;
  const share = common / Math.max(words.size, others.size, 1);
  return share < MIN_SHARE ? 0 : share;
}
