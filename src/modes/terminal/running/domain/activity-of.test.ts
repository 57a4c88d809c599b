import { expect, test } from 'vitest';

import { activityOf } from './activity-of.ts';

const of = (details: object) => activityOf({ details: { since: 7, ...details } })?.is;

test('a terminal waits, works, rests or has failed', () => {
  for (const status of ['needs-permission', 'asks-a-question', 'waiting-for-trust', 'rang'])
    expect(of({ status }), status).toBe('waiting');
  for (const status of ['starting', 'thinking', 'running-a-tool', 'running'])
    expect(of({ status }), status).toBe('working');
  expect(of({ status: 'idle', detail: null })).toBe('resting');
  expect(of({ status: 'idle', detail: 'rate_limit' })).toBe('failed');
  expect(of({ status: 'quiet' })).toBe('resting');
  const ended = (exit: object) => of({ status: 'ended', exit: { signal: null, ...exit } });
  expect(ended({ reason: 'exited', exitCode: 0 })).toBe('resting');
  expect(ended({ reason: 'stopped', exitCode: 1 })).toBe('resting');
  expect(ended({ reason: 'exited', exitCode: 3 })).toBe('failed');
  expect(activityOf({})).toBeNull();
});

test('two waits are distinguished by their start times', () => {
  const waiting = (since: number) => activityOf({ details: { status: 'needs-permission', since } });
  expect(waiting(1)).not.toEqual(waiting(2));
});
