import { expect, test } from 'vitest';

import { shortFolder, standing, statusSince, usageInWords } from './status-words.ts';

test('a card says how long a status has lasted', () => {
  expect(statusSince('thinking', 0, 5_000)).toBe('thinking');
  expect(statusSince('thinking', 0, 47_000)).toBe('thinking, 40 s');
  expect(statusSince('needs-permission', 0, 125_000)).toBe('needs you, 2 min');
  expect(statusSince('idle', 0, 5_000)).toBe('finished just now');
  expect(statusSince('idle', 0, 400_000)).toBe('finished, 6 min ago');
  expect(statusSince('ended', 0, 7_300_000)).toBe('ended, 2 h ago');
  expect(statusSince('ended', 0, 300_000_000)).toBe('ended, 3 d ago');
});

test('a folder is told from the home of the person', () => {
  expect(shortFolder('/home/ada', '/home/ada')).toBe('~');
  expect(shortFolder('/home/ada/code', '/home/ada')).toBe('~/code');
  expect(shortFolder('/home/adam/code', '/home/ada')).toBe('/home/adam/code');
  expect(shortFolder('/srv', '/')).toBe('/srv');
});

test('one sentence says how all terminals stand', () => {
  expect(standing([])).toBe('Nothing runs.');
  expect(standing(['needs-permission', 'thinking', 'running', 'idle', 'ended'])).toBe(
    'One waits for you, two are at work, one has finished.',
  );
});

test('what a session has used leaves out what is unknown', () => {
  const usage = { model: null, costUsd: 0.421, contextPercent: 31, fiveHourPercent: null, sevenDayPercent: null };
  expect(usageInWords(usage)).toBe('31% of context, $0.42');
  expect(usageInWords({ ...usage, costUsd: null, contextPercent: null })).toBe('');
});
