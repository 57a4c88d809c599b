import { wordDiff } from '#modes/draft/text/domain/versions/word-diff.ts';

import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { prose } from './support/prose.ts';

const CHARACTERS = 20_000;
const BUDGET_MS = 100;
const ROUNDS = 15;

/** The word diff of two versions of a long draft: after a usual change, and for texts that are hard to compare. */
export function draftDiff(): Promise<readonly Row[]> {
  const before = prose(CHARACTERS);
  const usual = changed(before, (_, index) => index % 40 === 0);
  const hard = [
    changed(before, (_, index) => index % 2 === 0),
    changed(before, (_, index) => index % 7 === 0),
    changed(before, () => true),
    before.split(/\s+/u).toReversed().join(' '),
    before.split('\n\n').toReversed().join('\n\n'),
    before.replaceAll('\n\n', ' '),
  ];
  const times = hard.map((after) => timeOf(before, after));
  const row = (name: string, what: string, value: number) => atMost(BUDGET_MS, { name, what, value, unit: 'ms' });
  const of = `of two versions of ${CHARACTERS.toLocaleString('en')} characters`;
  return Promise.resolve([
    row('draft-diff', `word diff ${of}, one word in forty changed, median of ${ROUNDS}`, timeOf(before, usual)),
    row('draft-diff-worst', `the same for the slowest of ${hard.length} texts that share little`, Math.max(...times)),
  ]);
}

/** Replaces some of the words. */
function changed(text: string, isOther: (word: string, index: number) => boolean): string {
  let index = 0;
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => (isOther(word, index++) ? `other${index}` : word));
}

function timeOf(before: string, after: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    wordDiff(before, after);
    return performance.now() - begun;
  });
  return median(times);
}
