import { expect, test } from 'vitest';

import type { Agent } from '#modes/recall/asking/protocol.ts';

import { agentsLine } from './agents-line.ts';

const embedded: Agent = { role: 'evaluator', name: 'Embedded evaluator', embedded: true, destination: null };
const opus: Agent = { role: 'tutor', name: 'Claude Opus 5.5', embedded: false, destination: '127.0.0.1:4777' };

test('embedded agents keep everything here', () => {
  expect(agentsLine([embedded])).toEqual(['Embedded agents', 'No key, nothing leaves this machine']);
});

test('models are named once, with where what is said goes', () => {
  const haiku: Agent = { ...opus, role: 'evaluator', name: 'Claude Haiku 4.5' };
  expect(agentsLine([opus, haiku])).toEqual([
    'Claude Opus 5.5, Claude Haiku 4.5',
    'What you say goes to 127.0.0.1:4777',
  ]);
  expect(agentsLine([opus, { ...opus, role: 'evaluator', destination: 'Anthropic' }])).toEqual([
    'Claude Opus 5.5',
    'What you say goes to 127.0.0.1:4777 and Anthropic',
  ]);
});

test('a model beside an embedded agent says of both', () => {
  expect(agentsLine([opus, embedded])).toEqual([
    'Claude Opus 5.5 and embedded agents',
    'What you say goes to 127.0.0.1:4777',
  ]);
});
