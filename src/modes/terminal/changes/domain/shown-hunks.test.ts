import { expect, test } from 'vitest';

import type { ChangedLine, Hunk } from '../protocol.ts';
import { changedWords } from './changed-words.ts';
import { type ChangeComment, placedIn, restoredComment } from './comment.ts';
import { commentsMessage } from './comments-message.ts';
import { pairedLines } from './paired-lines.ts';
import { linesInWords, shownHunks, sidesOf } from './shown-hunks.ts';

/** Lines of a diff as git prints them, starting at line 41. */
function hunkOf(...signed: readonly string[]): Hunk {
  let [old, now] = [40, 40];
  const lines = signed.map((each): ChangedLine => {
    const kind = each.startsWith('-') ? 'removed' : each.startsWith('+') ? 'added' : 'same';
    if (kind !== 'added') old += 1;
    if (kind !== 'removed') now += 1;
    return { kind, text: each.slice(1), old: kind === 'added' ? null : old, new: kind === 'removed' ? null : now };
  });
  return { id: 'h', lines };
}

const HUNK = hunkOf(' open', '-load()', '-add()', '+const release = add()', '+load()', '+send()', ' close');
const linesOf = (hunk: Hunk) => shownHunks([hunk]).flatMap(({ lines }) => lines);

function commentOn(from: number, to: number, text: string): ChangeComment {
  return { id: 'c', path: 'src/a.ts', since: 'start', lines: HUNK.lines.slice(from, to + 1), text, draft: null };
}

test('removed lines and their replacements are paired, and shown side by side', () => {
  const lines = linesOf(HUNK);
  expect(lines.map(({ pair }) => pair?.text ?? null)).toEqual([
    null,
    'load()',
    'send()',
    null,
    'load()',
    'add()',
    null,
  ]);
  expect(sidesOf(lines).map((sides) => sides.map((shown) => shown?.at ?? null))).toEqual([
    [0, 0],
    [null, 3],
    [1, 4],
    [2, 5],
    [6, 6],
  ]);
});

test('a line inserted before a changed one is not paired with it', () => {
  const before = Array.from({ length: 20 }, (_, at) => `value ${at} = ${at}`);
  const after = ['// Where it begins.', ...before.map((line) => `${line};`)];
  const pairs = pairedLines(before.slice(0, 15), after.slice(0, 16));
  expect(pairs[0]).toEqual([null, 0]);
  expect(pairs.slice(1)).toEqual(before.slice(0, 15).map((_, at) => [at, at + 1]));
  // The lines of a large block are paired in order.
  expect(pairedLines(before, [...after, 'end'])[0]).toEqual([0, 0]);
});

test('words that the pair of a line lacks are marked, unless the two have little in common', () => {
  const marked = (text: string, pair: string) =>
    changedWords(text, pair).map(({ start, end }) => text.slice(start, end));
  expect(marked('const release = add(session)', 'add(session)')).toEqual(['const release = ']);
  expect(marked('return one + two;', 'return one;')).toEqual([' + two']);
  expect(marked('for (const each of all)', 'import { b } from c')).toEqual([]);
  expect(marked('same', 'same')).toEqual([]);
});

test('a comment finds its lines after they moved or were committed', () => {
  const comment = commentOn(3, 4, 'Why?');
  const placeOf = (each: ChangeComment, hunk: Hunk) => placedIn(each, linesOf(hunk))?.place ?? null;
  expect(placeOf(comment, HUNK)).toEqual({ from: 3, to: 4 });
  const moved = hunkOf(' new', ...HUNK.lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => ` ${text}`));
  expect(placeOf(comment, moved)).toEqual({ from: 2, to: 3 });
  expect(linesInWords(placedIn(comment, linesOf(moved))?.comment.lines ?? [])).toBe('lines 43 to 44');
  expect(placeOf(comment, hunkOf('+const release = add()', '+load(now)'))).toBeNull();
  // An added line never matches a removed one.
  expect(placeOf(commentOn(1, 1, 'Gone?'), hunkOf('+load()'))).toBeNull();
  // Of equal lines, the nearest matches.
  expect(placeOf(commentOn(4, 4, ''), hunkOf('+load()', ' a', ' b', '+load()'))).toEqual({ from: 3, to: 3 });
});

test('comments become one message, with their lines word for word', () => {
  const first = commentOn(1, 3, 'What releases the listener?\nIf load throws.');
  const removed = { ...commentOn(2, 2, 'Keep this.'), path: '!b.ts' };
  expect(
    commentsMessage([
      { comment: first, hasChanged: false },
      { comment: removed, hasChanged: true },
    ]),
  ).toBe(`Comments on the changes:

src/a.ts, line 42:
> - load()
> - add()
> + const release = add()

What releases the listener?
If load throws.

!b.ts, line 43 before the change (these lines have changed since):
> - add()

Keep this.`);
  expect(commentsMessage([{ comment: { ...first, draft: 'Still written' }, hasChanged: false }])).toMatch(
    /^A comment on the changes:[^]*\n\nStill written$/u,
  );
});

test('ranges are named by their current line numbers', () => {
  expect(linesInWords(HUNK.lines.slice(3, 5))).toBe('lines 42 to 43');
  expect(linesInWords(HUNK.lines.slice(1, 3))).toBe('lines 42 to 43 before the change');
  expect(linesInWords(HUNK.lines.slice(0, 2))).toBe('line 41');
});

test('only a whole comment is restored from the browser', () => {
  const comment = commentOn(0, 0, 'Why?');
  expect(restoredComment(structuredClone(comment))).toEqual(comment);
  expect(restoredComment({ ...comment, lines: [] })).toBeNull();
  expect(restoredComment({ id: 'c' })).toBeNull();
});
