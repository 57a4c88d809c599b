// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useBuffered } from './use-buffered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Seen {
  readonly count: number;
  readonly isInside: boolean;
  readonly gained?: number;
}

function look(first: Seen) {
  const { result, rerender } = renderHook(
    ({ count, isInside, gained = 0 }: Seen) => useBuffered(count, { isInside, gained, afterMs: 300 }),
    { initialProps: first },
  );
  return {
    shown: () => result.current,
    see: rerender,
    wait: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  };
}

test('outside, the count is shown unchanged', () => {
  const { shown, see } = look({ count: 2, isInside: false });
  see({ count: 3, isInside: false });
  expect(shown()).toBe(3);
});

test('inside, the count stays constant, and updates shortly after the return', () => {
  const { shown, see, wait } = look({ count: 2, isInside: false });
  see({ count: 2, isInside: true });
  see({ count: 5, isInside: true });
  expect(shown()).toBe(2);
  see({ count: 5, isInside: false, gained: 3 });
  wait(299);
  expect(shown()).toBe(2);
  wait(1);
  expect(shown()).toBe(5);
  see({ count: 6, isInside: false, gained: 3 });
  expect(shown()).toBe(6);
});

test('a page that was loaded inside starts the return with the earlier count', () => {
  const { shown, see, wait } = look({ count: 5, isInside: true });
  see({ count: 6, isInside: true });
  see({ count: 6, isInside: false, gained: 4 });
  expect(shown()).toBe(2);
  wait(300);
  expect(shown()).toBe(6);
});

test('entering again at once keeps the old count', () => {
  const { shown, see, wait } = look({ count: 1, isInside: false });
  see({ count: 1, isInside: true });
  see({ count: 3, isInside: false, gained: 2 });
  wait(100);
  see({ count: 3, isInside: true });
  wait(1_000);
  expect(shown()).toBe(1);
  see({ count: 4, isInside: false, gained: 1 });
  wait(300);
  expect(shown()).toBe(4);
});
