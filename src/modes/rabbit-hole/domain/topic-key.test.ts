import { expect, test } from 'vitest';

import { topicKey } from './count-topics.ts';

test.each([
  ['REM sleep', 'rem sleep'],
  ['The history of coffee', 'Coffee’s history'],
  ['Dreams', 'dream'],
  ['décaféination', 'DECAFEINATION'],
  ['how do whales sleep', 'Whale sleep'],
  ['睡眠', '睡眠'],
])('“%s” and “%s” are one topic', (one, other) => {
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

test('a topic of only function words has a key too', () => {
  expect(topicKey('Why')).not.toBe('');
  expect(topicKey('who is who')).not.toBe(topicKey('what about it'));
});
