import { expect, test } from 'vitest';

import type { RecallPoint } from '../../sets/protocol.ts';
import { filterPoints, isAskedFor, NO_FILTER, type PointFilter, tagsIn } from './point-filter.ts';

const TODAY = '2026-11-27';
const point = (text: string, of: Partial<RecallPoint> = {}): RecallPoint => ({
  id: text,
  text,
  question: null,
  images: [],
  context: '',
  tags: [],
  suspendedAt: null,
  createdAt: 0,
  dueAt: null,
  dueDay: null,
  retrievability: null,
  reviews: 0,
  lapses: 0,
  isLeech: false,
  source: null,
  moment: null,
  ...of,
});
const reviewed = (dueDay: string, retrievability: number) => ({
  dueDay,
  dueAt: Date.parse(dueDay),
  retrievability,
  reviews: 3,
});
const points = [
  point('Salt', { tags: ['kitchen::dry'], createdAt: 4 }),
  point('Äpfel', { ...reviewed('2026-11-20', 0.5), question: 'What keeps?', createdAt: 2 }),
  point('Bread', { ...reviewed('2026-12-09', 0.9), isLeech: true, tags: ['kitchen'] }),
  point('Coal', { ...reviewed('2026-11-01', 0.2), suspendedAt: 1, isLeech: true }),
];
const found = (filter: Partial<PointFilter>) =>
  filterPoints(points, { ...NO_FILTER, ...filter }, TODAY).map((each) => each.point.text);

test.each([
  [{}, ['Salt', 'Äpfel', 'Bread', 'Coal']],
  [{ state: 'new' }, ['Salt']],
  [{ state: 'due' }, ['Äpfel']],
  [{ state: 'learning' }, ['Bread']],
  [{ state: 'suspended' }, ['Coal']],
  [{ state: 'leech' }, ['Bread']],
  [{ tag: 'kitchen' }, ['Salt', 'Bread']],
  [{ tag: 'kitchen::dry' }, ['Salt']],
  [{ words: ' KEEPS' }, ['Äpfel']],
  [{ words: 'dry', state: 'due' }, []],
  [{ order: 'text' }, ['Bread', 'Coal', 'Salt', 'Äpfel']],
  [{ order: 'due' }, ['Coal', 'Äpfel', 'Bread', 'Salt']],
  [{ order: 'weakest' }, ['Coal', 'Äpfel', 'Bread', 'Salt']],
  [{ order: 'newest' }, ['Salt', 'Äpfel', 'Bread', 'Coal']],
] as const)('points by %j', (filter, texts) => {
  expect(found(filter)).toEqual(texts);
});

test('points keep their number in the set, and tags are listed with their upper levels', () => {
  expect(filterPoints(points, { ...NO_FILTER, words: 'coal' }, TODAY)[0]?.number).toBe(4);
  expect(tagsIn(points)).toEqual(['kitchen', 'kitchen::dry']);
});

test('a point is asked for when it is due, and a new one while a session is open', () => {
  const due = point('due', reviewed('2026-11-20', 0.4));
  const points = [
    due,
    point('later', reviewed('2026-12-01', 0.9)),
    point('new'),
    { ...due, id: 'off', suspendedAt: 1 },
  ];
  const asked = (isSessionOpen: boolean) =>
    points.filter((each) => isAskedFor(each, TODAY, isSessionOpen)).map(({ id }) => id);
  expect(asked(false)).toEqual(['due']);
  expect(asked(true)).toEqual(['due', 'new']);
});
