import { changedRun, diffLists, type DiffRun } from '#text/domain/diff-lists.ts';
import { paragraphTexts } from '#text/domain/paragraphs.ts';
import { plainWords } from '#text/domain/segments.ts';

import { withoutMarks } from '../citations/marks.ts';
import { draftSentences } from '../draft-sentences.ts';

/** Limits the time, which grows with the product of both counts. */
const MAX_COMPARISONS = 10_000;
/** Above `MAX_COMPARISONS`, up to this many paragraphs are paired by place if both sides have the same number. */
const MAX_PAIRS = 500;
/** Minimum share of common words of two paragraphs or sentences to be paired. */
const MIN_SHARE = 0.3;
/** Minimum share of its words that a sentence must keep; below it, it is replaced whole. */
const MIN_SHARE_KEPT = 0.5;

/** A run of words that both versions have, or only one of them. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A mark is one token. */
const TOKEN = /\[\^\d+\]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\s+|[\s\S]/gu;
const LIST_SIGN = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]*$/u;
const MAX_PARAGRAPH_EDITS = 100;
/**
 * Limits the time, which grows with the square of the edits: the sum of these squares over all changed paragraphs.
 * Above it, everything between the common words at both ends is replaced whole.
 */
const MAX_SQUARED_EDITS = 20_000;

/**
 * The additions and removals between two versions of a text: compares paragraphs first, then the sentences of changed
 * paragraphs, then the words of sentences of which less than half changed. Other changed sentences are removed and
 * added whole.
 */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const changes = runsOf(paragraphTexts(before), paragraphTexts(after)).flatMap((run) =>
    run.removed.length > 0 && run.added.length > 0 ? sentenceRuns(run.removed.join(''), run.added.join('')) : [run],
  );
  let left = MAX_SQUARED_EDITS;
  let open = changes.filter(({ kind }) => kind === 'changed').length;
  const parts: DiffPart[] = [];
  for (const run of changes) {
    if (run.kind === 'same') {
      parts.push({ kind: 'same', text: run.same.join('') });
      continue;
    }
    const max = Math.floor(Math.sqrt(left / open));
    const words = diffLists(tokensOf(run.removed), tokensOf(run.added), max);
    const isMostlyNew = shareKept(words, run) < MIN_SHARE_KEPT;
    const edits = words.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
    left -= Math.min(edits, max) ** 2;
    open -= 1;
    for (const { same, removed, added } of isMostlyNew ? [run] : withoutGaps(words))
      parts.push(
        { kind: 'same', text: same.join('') },
        { kind: 'removed', text: removed.join('') },
        { kind: 'added', text: added.join('') },
      );
  }
  return joined(parts);
}

/** The runs of two lists of texts. Pairs changed texts, so that a run has one text and its replacement. */
function runsOf(before: readonly string[], after: readonly string[]): readonly DiffRun[] {
  return diffLists(before, after, MAX_PARAGRAPH_EDITS).flatMap((run) =>
    run.kind === 'changed'
      ? pairParagraphs(run.removed, run.added).map(({ removed, added }) => changedRun(removed, added))
      : [run],
  );
}

/** White space behind a paragraph does not count as a change of its last sentence. */
function sentenceRuns(before: string, after: string): readonly DiffRun[] {
  const end = before.slice(before.trimEnd().length);
  if (end === '' || !after.endsWith(end)) return runsOf(sentenceTexts(before), sentenceTexts(after));
  const same: DiffRun = { kind: 'same', same: [end], removed: [], added: [] };
  return [...runsOf(sentenceTexts(before.slice(0, -end.length)), sentenceTexts(after.slice(0, -end.length))), same];
}

/** The sentences of a text, each with its marks and everything before the next one; in a list, with its list sign. */
function sentenceTexts(text: string): readonly string[] {
  const starts = draftSentences(text).map(({ start }) => {
    const line = text.lastIndexOf('\n', start - 1) + 1;
    return LIST_SIGN.test(text.slice(line, start)) ? line : start;
  });
  return [0, ...starts.slice(1)].map((start, index) => text.slice(start, starts[index + 1] ?? text.length));
}

/** The share of common words, in order, relative to the longer side. */
function shareKept(words: readonly DiffRun[], { removed, added }: DiffRun): number {
  const count = (texts: readonly string[]) => plainWords(withoutMarks(texts.join(''))).length;
  const kept = words.reduce((sum, { same }) => sum + count(same), 0);
  return kept / Math.max(count(removed), count(added), 1);
}

/** Merges changes that only spaces separate, so that adjacent words are replaced together. */
function withoutGaps(runs: readonly DiffRun[]): readonly DiffRun[] {
  const joinedRuns: DiffRun[] = [];
  for (const [index, run] of runs.entries()) {
    const before = joinedRuns.at(-1);
    const isGap = run.kind === 'same' && /^[^\S\n]+$/u.test(run.same.join('')) && runs[index + 1]?.kind === 'changed';
    if (before?.kind !== 'changed' || (run.kind === 'same' && !isGap)) joinedRuns.push(run);
    else
      joinedRuns.splice(
        -1,
        1,
        changedRun([...before.removed, ...run.same, ...run.removed], [...before.added, ...run.same, ...run.added]),
      );
  }
  return joinedRuns;
}

function tokensOf(paragraphs: readonly string[]): readonly string[] {
  return paragraphs.join('').match(TOKEN) ?? [];
}

function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const runs: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = runs.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) runs.splice(-1, 1, { kind, text: last.text + text });
    else runs.push({ kind, text });
  }
  return runs;
}

/** A paragraph before and after; one side can be empty. */
interface ParagraphPair {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Pairs the paragraphs of two versions, in order, so that they have the most words in common. */
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

/** For each row and column, the greatest sum of shares that pairs from there on can have. */
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
