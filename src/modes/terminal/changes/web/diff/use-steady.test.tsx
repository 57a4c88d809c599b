// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useSteady } from './use-steady.ts';

function steady(isRead: boolean) {
  return renderHook(
    ({ latest, read }: { latest: string | undefined; read: boolean }) => useSteady(latest, () => read),
    {
      initialProps: { latest: undefined as string | undefined, read: isRead },
    },
  );
}

test('a value that nobody reads is replaced at once', () => {
  const { result, rerender } = steady(false);
  rerender({ latest: 'one', read: false });
  rerender({ latest: 'two', read: false });
  expect(result.current).toMatchObject({ shown: 'two', isBehind: false });
});

test('a value being read stays until the person asks for the latest or changes it', () => {
  const { result, rerender } = steady(true);
  rerender({ latest: 'one', read: true });
  rerender({ latest: 'two', read: true });
  expect(result.current).toMatchObject({ shown: 'one', isBehind: true });
  act(() => result.current.showLatest());
  expect(result.current).toMatchObject({ shown: 'two', isBehind: false });
  act(() => result.current.expectChange());
  rerender({ latest: 'three', read: true });
  expect(result.current.shown).toBe('three');
  rerender({ latest: 'four', read: true });
  expect(result.current.shown).toBe('three');
});
