// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { useCallback, useRef } from 'react';
import { expect, test } from 'vitest';

import { useFocusOfThread } from './use-focus-of-thread.ts';

interface Place {
  readonly thread: string;
  readonly wasMoved?: boolean;
  readonly hasKeyboard?: boolean;
}

function Screen({ thread, wasMoved = false, hasKeyboard = true }: Place) {
  const page = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const continueWriting = useCallback(() => {
    if (hasKeyboard) field.current?.focus();
    return hasKeyboard;
  }, [hasKeyboard]);
  const isInside = thread !== 'trunk';
  useFocusOfThread(thread, { screen: page, continueWriting, isInside, isTaken: false, wasMoved });
  return (
    <div ref={page}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the transcript has it */}
      <div key={`log ${thread}`} role="log" tabIndex={0} />
      <textarea key={thread} ref={field} />
    </div>
  );
}
const log = () => screen.getByRole('log');

test('a change of thread requested in this window focuses the composer', () => {
  const { rerender } = render(<Screen thread="trunk" />);
  rerender(<Screen thread="h1" />);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('a change of thread from another window focuses the transcript, so that the next keys type nothing', () => {
  const { rerender } = render(<Screen thread="h1" />);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  rerender(<Screen thread="trunk" wasMoved />);
  expect(document.activeElement).toBe(log());
  rerender(<Screen thread="h1" />);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('an open dialog keeps the focus when another window changes the thread', () => {
  const dialog = (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as every dialog of the page has it
    <div role="dialog">
      <button type="button">Close</button>
    </div>
  );
  const { rerender } = render(<Screen thread="h1" />);
  rerender(
    <>
      <Screen thread="h1" />
      {dialog}
    </>,
  );
  screen.getByRole('button').focus();
  rerender(
    <>
      <Screen thread="trunk" wasMoved />
      {dialog}
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('on a phone the transcript takes the focus, without a ring until a key is pressed or the focus moves', () => {
  const { rerender } = render(<Screen thread="trunk" hasKeyboard={false} />);
  rerender(<Screen thread="h1" hasKeyboard={false} />);
  expect(document.activeElement).toBe(log());
  expect(log().dataset['quiet']).toBe('');
  fireEvent.keyDown(log(), { key: 'x' });
  expect(log().dataset['quiet']).toBe('');
  fireEvent.keyDown(log(), { key: 'PageUp' });
  expect(log().dataset['quiet']).toBeUndefined();
  rerender(<Screen thread="trunk" hasKeyboard={false} />);
  expect(log().dataset['quiet']).toBe('');
  screen.getByRole('textbox').focus();
  expect(log().dataset['quiet']).toBeUndefined();
});
