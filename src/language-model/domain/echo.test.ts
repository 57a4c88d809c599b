import { expect, test } from 'vitest';

import { echoes } from './echo.ts';

const sent = [
  'You are a tutor. Ask one question.',
  '<points><point>Caffeine blocks the receptors of adenosine.</point><point>斑马站着睡觉</point></points>',
  'Berlin',
];

test.each([
  'invalid input: Caffeine blocks the receptors of adenosine.',
  'bad value "...point>caffeine BLOCKS the receptors"',
  'bad: {\\"text\\":\\"one\\nCaffeine blocks\\nthe receptors\\"}',
  'cafe\u0301 \\u0043affeine blocks the receptors',
  'bad: Caffeine-blocks_the…receptors',
  'bad: affeineblocksthereceptors',
  '错误：斑马站着睡',
  'Berlin',
  'the receptors',
])('%j repeats the request', (said) => {
  expect(echoes(said, sent)).toBe(true);
});

test.each([
  'Number of request tokens has exceeded your limit.',
  'max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for this model',
  'Overloaded',
  'invalid x-api-key',
  'one question too many',
  '…',
  '',
])('%j does not repeat the request', (said) => {
  expect(echoes(said, sent)).toBe(false);
});
