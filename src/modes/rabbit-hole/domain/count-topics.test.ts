import { expect, test } from 'vitest';

import type { Tangent } from '../protocol.ts';
import { countTopics, topicKey } from './count-topics.ts';

function tangent(id: string, change: Partial<Tangent>): Tangent {
  return {
    id,
    topic: id,
    session: 's1',
    sessionTitle: 'Sleep',
    origin: 'detected',
    status: 'returned',
    at: 0,
    visits: 1,
    spentMs: 60_000,
    pointsRecalled: 0,
    ...change,
  };
}

test('equal words are one topic under its latest name: visits, time and points are summed', () => {
  const topics = countTopics([
    tangent('d', { topic: 'Whales and sleep', at: 40, session: 's2' }),
    tangent('c', { topic: 'Coffee in Yemen', at: 30 }),
    tangent('b', { topic: 'sleep of whales', at: 20, visits: 0, spentMs: 0, status: 'declined' }),
    tangent('a', { topic: 'The Sleep of the Whale', at: 10, visits: 2, pointsRecalled: 3 }),
  ]);
  expect(topics).toEqual([
    {
      topic: 'Whales and sleep',
      times: 3,
      letBe: 1,
      spentMs: 120_000,
      pointsRecalled: 3,
      lastAt: 40,
      tangentIds: ['d', 'b', 'a'],
      sessions: ['s2', 's1'],
    },
    {
      topic: 'Coffee in Yemen',
      times: 1,
      letBe: 0,
      spentMs: 60_000,
      pointsRecalled: 0,
      lastAt: 30,
      tangentIds: ['c'],
      sessions: ['s1'],
    },
  ]);
});

test('equally frequent topics are ordered by the latest visit, and unvisited ones come last', () => {
  const topics = countTopics([
    tangent('let be', { at: 9, visits: 0 }),
    tangent('later', { at: 8 }),
    tangent('earlier', { at: 7 }),
    tangent('often', { at: 1, visits: 5 }),
  ]);
  expect(topics.map(({ topic }) => topic)).toEqual(['often', 'later', 'earlier', 'let be']);
});

test('without tangents there are no topics', () => {
  expect(countTopics([])).toEqual([]);
});

test.each([
  ['REM sleep', 'rem sleep'],
  ['The history of coffee', 'Coffee’s history'],
  ['Dreams', 'dream'],
  ['décaféination', 'DECAFEINATION'],
  ['how do whales sleep', 'Whale sleep'],
  ['睡眠', '睡眠'],
])('“%s” and “%s” are the same topic', (one, other) => {
  expect(topicKey(one)).toBe(topicKey(other));
});

test.each([
  ['REM sleep', 'sleep'],
  ['Coffee in Ethiopia', 'Coffee in Yemen'],
  ['大阪', '東京'],
  ['C', 'C++'],
  ['🐇', '🐢'],
])('“%s” and “%s” are two topics', (one, other) => {
  expect(topicKey(one)).not.toBe(topicKey(other));
});

test('a topic of only function words also has a key', () => {
  expect(topicKey('Why')).not.toBe('');
  expect(topicKey('who is who')).not.toBe(topicKey('what about it'));
});
