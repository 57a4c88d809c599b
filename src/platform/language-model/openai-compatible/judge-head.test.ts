import { expect, test } from 'vitest';

import { judgeHead } from './judge-head.ts';

test.each([
  'Okay, the user said that caffeine',
  'Alright, so the learner’s message',
  'Hmm. The student is',
  'We need to ask about adenosine. The learner',
  'The user wants a hint',
  '\n\nLet me think about what the person knows',
])('%j is thought aloud', (head) => {
  expect(judgeHead(head)).toBe('thinking');
});

test.each([
  'What do you',
  'What is the answer?',
  'Right. And',
  'Think of it. ',
  'Richtig. Was',
  'よく考えて。',
  '次は何ですか？',
  'Your turn',
])('%j talks to whoever reads it', (head) => {
  expect(judgeHead(head)).toBe('reply');
});

test.each([
  '',
  'Right.',
  'The point is adenosine. ',
  'Adenosine builds up, so I ask. ',
  'Adenosine builds up.\n',
  'Okay, what do you',
  'What does the user click? ',
  'Wait, do you',
])('%j may be either', (head) => {
  expect(judgeHead(head)).toBe('unclear');
});
