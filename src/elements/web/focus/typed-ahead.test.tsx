// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';

import { giveTyped, keepTyping } from './typed-ahead.ts';

afterEach(giveTyped);

function Field({ label, initial = '' }: { readonly label: string; readonly initial?: string }) {
  const [text, setText] = useState(initial);
  return <textarea data-composer aria-label={label} value={text} onChange={(event) => setText(event.target.value)} />;
}

const press = (keys: readonly string[], on: Element = document.body) =>
  keys.map((key) => fireEvent.keyDown(on, { key }));
const value = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;

test('text typed while a page loads goes to the new field, not to an earlier one', () => {
  const { rerender } = render(<Field label="Tutor" />);
  const tutor = screen.getByLabelText('Tutor');
  tutor.focus();
  keepTyping();
  const [, last] = press([' ', 'a', ' ', 'x', 'Backspace', 'b', 'Enter'], tutor);
  expect(last, 'the key is used').toBe(false);
  tutor.blur();
  tutor.focus();
  expect(value('Tutor')).toBe('');
  rerender(<Field key="hole" label="Hole" />);
  screen.getByLabelText('Hole').focus();
  expect(value('Hole')).toBe('a b');
  expect(press(['c'], screen.getByLabelText('Hole')), 'the field has its keys').toEqual([true]);
});

test('without a new field, the typed text goes to the end of the composer', () => {
  render(<Field label="Question" initial="Why " />);
  keepTyping();
  press(['n', 'o', 't']);
  giveTyped();
  expect(value('Question')).toBe('Why not');
});
