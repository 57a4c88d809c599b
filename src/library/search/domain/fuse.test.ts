import { expect, test } from 'vitest';

import { bestOf, fuse } from './fuse.ts';

const scores = (given: Record<string, number>, covered = 1) =>
  Object.entries(given).map(([source, score]) => ({ source, score, covered }));
const meaning = (given: Record<string, number>, others: { without?: string[]; weight?: number } = {}) => ({
  scores: scores(given),
  threshold: 0.3,
  weight: others.weight ?? 0.6,
  hasVector: (source: string) => !others.without?.includes(source),
});

test('with words alone, scores are shares of the best score', () => {
  expect(fuse(scores({ a: 8, b: 2 }), null)).toEqual([
    { source: 'a', score: 1, foundBy: 'words', similarity: null },
    { source: 'b', score: 0.25, foundBy: 'words', similarity: null },
  ]);
  expect(fuse([], null)).toEqual([]);
});

test('the model weighs both arms, and each source says which of them found it', () => {
  expect(fuse(scores({ a: 10, b: 5 }), meaning({ b: 0.8, c: 0.6, a: -0.1 }))).toEqual([
    { source: 'b', score: 0.6 + 0.4 * 0.5, foundBy: 'both', similarity: 0.8 },
    { source: 'c', score: expect.closeTo((0.6 * 0.6) / 0.8) as number, foundBy: 'meaning', similarity: 0.6 },
    { source: 'a', score: 0.4, foundBy: 'words', similarity: null },
  ]);
});

test('sources below the threshold are not found by meaning', () => {
  expect(fuse([], meaning({ a: 0.2, b: 0.29 }))).toEqual([]);
});

test('a source without vectors gets the whole score of its words', () => {
  const found = fuse(scores({ a: 10, b: 9 }), meaning({ a: 0.9, c: 0.1 }, { without: ['b'] }));
  expect(found.map(({ source, score }) => [source, score])).toEqual([
    ['a', 1],
    ['b', 0.9],
  ]);
});

test('a single result has the full score', () => {
  expect(fuse([], meaning({ a: 0.5 }))).toMatchObject([{ source: 'a', score: 0.6 }]);
});

test('the best passage of a source counts', () => {
  expect(
    bestOf([
      { source: 'a', score: 1 },
      { source: 'b', score: 2 },
      { source: 'a', score: 3 },
    ]),
  ).toEqual([
    { source: 'a', score: 3 },
    { source: 'b', score: 2 },
  ]);
});

const found = (...given: Parameters<typeof fuse>) => fuse(...given).map(({ source }) => source);
const words = (given: Record<string, [score: number, covered: number]>) =>
  Object.entries(given).map(([source, [score, covered]]) => ({ source, score, covered }));

test('with words alone, a source is meant if it covers more of the query than a common word', () => {
  const said = words({ subject: [9, 0.8], half: [3, 0.4], common: [1, 0.05] });
  expect(found(said, null)).toEqual(['subject', 'half', 'common']);
  expect(found(said, null, { keeps: 'meant' })).toEqual(['subject', 'half']);
  expect(found(said, null, { keeps: 'best' })).toEqual(['subject']);
});

test('a source that is not near is meant if it covers the subject, or is almost near and covers part of it', () => {
  const said = words({ strong: [9, 0.5], both: [5, 0.25], weak: [5, 0.25], far: [5, 0.25] });
  const near = meaning({ strong: 0.02, both: 0.25, weak: 0.1, near: 0.5 });
  expect(found(said, near, { keeps: 'best' }).toSorted()).toEqual(['both', 'near', 'strong']);
});

test('among the best, a source that covers nothing of the query must be the nearest or clearly near', () => {
  const near = meaning({ a: 0.31, b: 0.36 });
  expect(found([], near, { keeps: 'meant' })).toEqual(['b', 'a']);
  expect(found([], near, { keeps: 'best' })).toEqual(['b']);
  expect(found([], meaning({ a: 0.31 }), { keeps: 'best' })).toEqual(['a']);
  expect(found(words({ a: [1, 0.1] }), near, { keeps: 'best' }).toSorted()).toEqual(['a', 'b']);
});

test('where others have vectors, a source without one must cover more of the query', () => {
  const said = words({ read: [5, 0.5], long: [5, 0.2], unread: [5, 0.35] });
  const near = { ...meaning({ read: 0.5 }), hasVector: (source: string) => source === 'read' };
  expect(found(said, near, { keeps: 'best' }).toSorted()).toEqual(['read', 'unread']);
});

test('a source named like the query is found and comes first', () => {
  const said = words({ often: [9, 1], named: [0, 1] });
  expect(fuse(said, meaning({ often: 0.9 }), { keeps: 'best', named: new Set(['named']) })[0]).toMatchObject({
    source: 'named',
    score: 1,
    foundBy: 'words',
  });
});
