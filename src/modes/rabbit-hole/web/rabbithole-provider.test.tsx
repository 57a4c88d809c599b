// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ToastProvider } from '#elements/web/toast.tsx';

import { useMovedWords } from './rabbithole-provider.tsx';

interface Place {
  readonly thread: string;
  readonly wasMoved: boolean;
}
function Screen({ thread, wasMoved }: Place) {
  useMovedWords(thread, wasMoved);
  return null;
}
const at = (place: Place) => (
  <ToastProvider>
    <Screen {...place} />
  </ToastProvider>
);

test('a change from another window is announced once; one requested here is not', () => {
  const { rerender } = render(at({ thread: 'trunk', wasMoved: false }));
  rerender(at({ thread: 'h1', wasMoved: false }));
  expect(screen.getByRole('status').textContent).toBe('');
  rerender(at({ thread: 'trunk', wasMoved: true }));
  rerender(at({ thread: 'trunk', wasMoved: true }));
  expect(screen.getByRole('status').textContent).toBe('You returned in another window.');
  rerender(at({ thread: 'h2', wasMoved: true }));
  expect(screen.getByRole('status').textContent).toContain('You turned off in another window.');
});
