import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LatestLine } from './latest-line.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the last line before silence is kept, and at most one a minute of a busy program', () => {
  const kept: string[] = [];
  const line = new LatestLine((each) => kept.push(each));
  line.see(['one', '']);
  line.see(['one', 'two']);
  vi.advanceTimersByTime(1_000);
  expect(kept).toEqual(['two']);
  for (let second = 0; second < 120; second += 1) {
    line.see([`at ${second}`]);
    vi.advanceTimersByTime(1_300);
  }
  expect(kept.length).toBeLessThanOrEqual(4);
  vi.advanceTimersByTime(60_000);
  expect(kept.at(-1)).toBe('at 119');
  line.see(['last words']);
  line.flush();
  expect(kept.at(-1)).toBe('last words');
});
