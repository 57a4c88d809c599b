import { expect, test } from 'vitest';

import { raiseHighlighted } from './raise-highlighted.ts';

const passage = (start: number) => ({ start, end: start + 10 });
const found = (source: string, score: number) => ({ source, score, passages: [0, 20, 40].map(passage) });
const names = (sources: readonly { source: string }[]) => sources.map(({ source }) => source).join(' ');
const sources = [found('first', 0.9), found('second', 0.8), found('far', 0.3)];

test('a highlighted source passes one that is almost as good, and no other', () => {
  expect(names(raiseHighlighted(sources, new Map([['second', [{ start: 22, end: 25 }]]])))).toBe('second first far');
  expect(names(raiseHighlighted(sources, new Map([['far', [{ start: 22, end: 25 }]]])))).toBe('first second far');
});

test('a highlighted passage moves up by one position', () => {
  const [raised] = raiseHighlighted([found('only', 0.5)], new Map([['only', [{ start: 45, end: 60 }]]]));
  expect(raised?.passages.map(({ start }) => start)).toEqual([0, 40, 20]);
});

test('a highlight outside the found passages changes nothing', () => {
  expect(raiseHighlighted(sources, new Map([['second', [{ start: 12, end: 18 }]]]))).toEqual(sources);
  expect(raiseHighlighted(sources, new Map())).toEqual(sources);
});
