import { expect, test } from 'vitest';

import { seededRandom } from '../../../../../fixtures/seeded-random.ts';
import { changeOf, hunksBetween, linesOf, withoutHunks } from './hunks.ts';
import { shownLines } from './shown-lines.ts';

const numbered = (count: number, change: (line: number) => string | null = () => null) =>
  Array.from({ length: count }, (_, at) => change(at + 1) ?? `line ${at + 1}\n`).join('');

test('nearby changes share a hunk, and distant ones do not', () => {
  const after = numbered(40, (line) => (line === 10 || line === 16 || line === 30 ? `changed ${line}\n` : null));
  const [first, second, ...more] = hunksBetween(numbered(40), after);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ oldStart: 6, newStart: 6 });
  expect(first?.lines.map(({ kind }) => kind[0]).join('')).toBe('sssrasssssrasss');
  expect(second).toMatchObject({ oldStart: 26, newStart: 26 });
});

test('the id of a hunk does not depend on its line numbers', () => {
  const after = numbered(20, (line) => (line === 10 ? 'changed\n' : null));
  const [there] = hunksBetween(numbered(20), after);
  const [lower] = hunksBetween(`above\n${numbered(20)}`, `above\n${after}`);
  expect(there && changeOf(there)).toBe(lower && changeOf(lower));
});

test('reverting some hunks restores their lines, and reverting all restores the earlier text', () => {
  const random = seededRandom(7);
  const text = () =>
    Array.from({ length: 60 }, () => `${Math.floor(random() * 9)}${random() < 0.1 ? '\r' : ''}\n`).join('') +
    (random() < 0.5 ? 'no end' : '');
  for (let round = 0; round < 200; round += 1) {
    const [before, after] = [text(), text()];
    const hunks = hunksBetween(before, after);
    expect(withoutHunks(after, hunks)).toBe(before);
    const [one, ...rest] = hunks;
    if (!one) continue;
    expect(hunksBetween(before, withoutHunks(after, [one]))).toHaveLength(rest.length);
  }
});

test('lines are shown with their numbers, their ends and the sides of a conflict', () => {
  const before = 'a\nb\r\nend';
  const after = 'a\n<<<<<<< HEAD\nours\n||||||| base\nwas\n=======\ntheirs\n>>>>>>> other\nend\n';
  const [hunk] = hunksBetween(before, after);
  const lines = hunk ? shownLines(hunk, true, (bytes) => bytes) : [];
  expect(lines.map(({ kind, text, conflict }) => `${kind} ${text} ${conflict ?? ''}`.trim())).toEqual([
    'same a',
    'removed b',
    'removed end',
    'added <<<<<<< HEAD marker',
    'added ours ours',
    'added ||||||| base marker',
    'added was base',
    'added ======= marker',
    'added theirs theirs',
    'added >>>>>>> other marker',
    'added end',
  ]);
  expect(lines[1]).toEqual({ kind: 'removed', text: 'b', old: 2, new: null, hasReturn: true });
  expect(lines[2]).toMatchObject({ old: 3, hasNoEnd: true });
  expect(lines.at(-1)).toEqual({ kind: 'added', text: 'end', old: null, new: 9 });
});

test('a long text with many changes is compared line by line, also with repeated lines', () => {
  const after = numbered(10_000, (line) => (line % 20 === 0 ? '}\n' : null));
  const hunks = hunksBetween(numbered(10_000), after);
  expect(hunks).toHaveLength(500);
  expect(hunks[400]?.lines.map(({ kind }) => kind[0]).join('')).toBe('sssrasss');
});

test('a long line is cut', () => {
  const [hunk] = hunksBetween('', 'x'.repeat(100_000));
  const [line] = hunk ? shownLines(hunk, false, (bytes) => bytes) : [];
  expect(line).toMatchObject({ isCut: true, hasNoEnd: true });
  expect(line?.text).toHaveLength(2_000);
  expect(linesOf('')).toEqual([]);
});
