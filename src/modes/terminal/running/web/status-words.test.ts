import { expect, test } from 'vitest';

import type { TerminalStatus } from '../../protocol.ts';
import { shortFolder, standing, statusInWords, statusSince, usageInWords } from './status-words.ts';

const claude = { kind: 'claude' } as const;
const shell = { kind: 'command' } as const;
const since = (status: TerminalStatus, now: number) => statusSince({ status, program: claude, since: 0 }, now);

test('a card shows how long a status has lasted', () => {
  expect(since('thinking', 5_000)).toBe('thinking');
  expect(since('thinking', 47_000)).toBe('thinking, 40 s');
  expect(since('needs-permission', 125_000)).toBe('needs you, 2 min');
  expect(since('idle', 5_000)).toBe('finished just now');
  expect(since('idle', 400_000)).toBe('finished, 6 min ago');
  expect(since('quiet', 125_000)).toBe('quiet for 2 min');
  expect(since('ended', 7_300_000)).toBe('ended, 2 h ago');
  expect(since('ended', 300_000_000)).toBe('ended, 3 d ago');
});

test('a shell at its prompt is neither working nor finished', () => {
  const terminal = { status: 'idle', program: shell, since: 0 } as const;
  expect(statusSince(terminal, 400_000)).toBe('at its prompt');
  expect(standing([terminal])).toBe('One is at a prompt.');
});

test('a folder is shown relative to the person’s home', () => {
  expect(shortFolder('/home/ada', '/home/ada')).toBe('~');
  expect(shortFolder('/home/ada/code', '/home/ada')).toBe('~/code');
  expect(shortFolder('/home/adam/code', '/home/ada')).toBe('/home/adam/code');
  expect(shortFolder('/srv', '/')).toBe('/srv');
});

test('one sentence summarises all terminals', () => {
  expect(standing([])).toBe('Nothing runs.');
  const all = (['needs-permission', 'thinking', 'running', 'idle', 'ended'] as const).map((status) => ({
    status,
    program: claude,
  }));
  expect(standing(all)).toBe('One waits for you, two are at work, one has finished.');
  const failed = { status: 'idle', program: claude, detail: 'rate_limit' } as const;
  expect(standing([...all, failed])).toBe('One waits for you, two are at work, one has finished, one has failed.');
  expect(statusInWords(failed)).toBe('failed');
});

test('the usage of a session omits unknown figures', () => {
  const usage = { model: null, costUsd: 0.421, contextPercent: 31, fiveHourPercent: null, sevenDayPercent: null };
  expect(usageInWords(usage)).toBe('31% of context, $0.42');
  expect(usageInWords({ ...usage, costUsd: null, contextPercent: null })).toBe('');
});
