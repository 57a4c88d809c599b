import { expect, test } from 'vitest';

import { notificationOf } from './notification-of.ts';

const changed = (status: string) => ({ title: 'warren', lastLine: 'Bash: rm -r secret', details: { status } });
const names = { withWords: false };

test('a terminal that needs the person is told from one that has finished', () => {
  expect(notificationOf(changed('needs-permission'), 'thinking', names)).toEqual({
    title: 'warren needs you',
    body: '',
  });
  expect(notificationOf(changed('idle'), 'running-a-tool', names)).toEqual({ title: 'warren has finished', body: '' });
  const failed = { ...changed('idle'), details: { status: 'idle', detail: 'rate_limit' } };
  expect(notificationOf(failed, 'thinking', names)).toEqual({ title: 'warren has failed', body: '' });
  expect(notificationOf(changed('ended'), 'running', names)).toEqual({ title: 'warren has ended', body: '' });
  expect(notificationOf(changed('rang'), 'running', names)).toEqual({ title: 'warren needs you', body: '' });
  expect(notificationOf(changed('quiet'), 'running', names)).toEqual({ title: 'warren is quiet', body: '' });
});

test('what was said is told only if that was chosen', () => {
  expect(notificationOf(changed('asks-a-question'), 'thinking', { withWords: true })).toEqual({
    title: 'warren needs you',
    body: 'Bash: rm -r secret',
  });
});

test('nothing is told where nothing new needs to be known', () => {
  for (const [status, before] of [
    ['thinking', 'idle'],
    ['needs-permission', 'needs-permission'],
    ['idle', 'starting'],
    ['idle', 'needs-permission'],
    ['idle', undefined],
    ['ended', 'idle'],
    ['quiet', 'rang'],
  ] as const)
    expect(notificationOf(changed(status), before, names), `${before} to ${status}`).toBeNull();
  expect(notificationOf({ title: 'a talk', lastLine: 'Hello', details: {} }, undefined, names)).toBeNull();
});
