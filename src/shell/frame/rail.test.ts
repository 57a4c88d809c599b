import { expect, test } from 'vitest';

import type { SessionSummary } from '#session/protocol.ts';
import type { AnsweringAgent } from '#session/web/contribution/contribution.ts';

import { agentsLine, recentOf } from './rail.tsx';

const embedded: AnsweringAgent = { name: 'Built in', embedded: true, destination: null };
const opus: AnsweringAgent = { name: 'Claude Opus 5.5', embedded: false, destination: '127.0.0.1:4777' };

test('embedded agents keep everything here', () => {
  expect(agentsLine([embedded])).toEqual(['Built in', 'Everything stays on this machine']);
});

test('each model and each destination is named once', () => {
  const haiku: AnsweringAgent = { ...opus, name: 'Claude Haiku 4.5' };
  expect(agentsLine([opus, haiku])).toEqual([
    'Claude Opus 5.5, Claude Haiku 4.5',
    'What you say goes to 127.0.0.1:4777',
  ]);
  expect(agentsLine([opus, { ...opus, destination: 'Anthropic' }])).toEqual([
    'Claude Opus 5.5',
    'What you say goes to 127.0.0.1:4777 and Anthropic',
  ]);
});

test('the line names both a model and an embedded agent', () => {
  expect(agentsLine([opus, embedded])).toEqual(['Claude Opus 5.5 and built in', 'What you say goes to 127.0.0.1:4777']);
});

const session = (id: string, title: string, mode = 'recall') => ({ session: id, title, mode }) as SessionSummary;
const sessions = [
  session('s3', 'Bread'),
  session('s2', 'Coffee'),
  session('s1', 'Bread'),
  session('s0', 'Bread', 'echo'),
];
const idsAt = (pathname: string) => recentOf(sessions, pathname).map((each) => each.session);

test('the latest of several sessions with one title is listed', () => {
  expect(idsAt('/')).toEqual(['s3', 's2', 's0']);
});

test('the open session is listed instead of a later one with its title', () => {
  expect(idsAt('/session/s1')).toEqual(['s2', 's1', 's0']);
});
