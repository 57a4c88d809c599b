// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, test } from 'vitest';

import { MAX_MESSAGE_BYTES } from '#wire/limits.ts';

import { Composer, type ComposerHandle } from './composer.tsx';
import { keepMessageDraft } from './draft.ts';
import { isTooLong } from './message-size.ts';

let said: string[] = [];
let asked: string[] = [];
let stops = 0;

beforeEach(() => {
  said = [];
  asked = [];
  stops = 0;
});

function show({ isAnswering = false, session = 's1', ref = createRef<ComposerHandle>() } = {}) {
  render(
    <Composer
      ref={ref}
      draft={session}
      label="Your answer"
      placeholder="Answer in your own words"
      actions={['Hint', 'Tell me'].map((label) => ({
        label,
        keys: `Alt+${label[0]}`,
        note: `What ${label} means.`,
        run: () => asked.push(label),
      }))}
      isAnswering={isAnswering}
      onSay={(content) => said.push(content)}
      onStop={() => {
        stops += 1;
      }}
    />,
  );
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' });
}

test('Enter that ends an IME composition sends nothing', () => {
  const field = show();
  fireEvent.change(field, { target: { value: 'にほん' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(said).toEqual([]);
});

test('a blank message is not sent', async () => {
  const field = show();
  await userEvent.type(field, '   {Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(said).toEqual([]);
});

test('an action leaves the draft as it is', async () => {
  const field = show();
  await userEvent.type(field, 'half a thou');
  await userEvent.click(screen.getByRole('button', { name: 'Hint' }));
  await userEvent.click(screen.getByRole('button', { name: 'Tell me' }));
  expect(asked).toEqual(['Hint', 'Tell me']);
  expect(said).toEqual([]);
  expect(field.value).toBe('half a thou');
});

test('an action shows its note while it is hovered or focused', async () => {
  show();
  const tell = screen.getByRole('button', { name: 'Tell me' });
  expect(tell.getAttribute('aria-keyshortcuts')).toBe('Alt+T');
  expect(tell.getAttribute('aria-description')).toBe('What Tell me means.');
  await userEvent.hover(tell);
  expect(screen.getByText('What Tell me means.')).toBeDefined();
  await userEvent.unhover(tell);
  expect(screen.queryByText('What Tell me means.')).toBeNull();
});

test('a text is inserted at the cursor, and can be edited', async () => {
  const ref = createRef<ComposerHandle>();
  const field = show({ ref });
  await userEvent.type(field, 'It blocks receptors');
  field.setSelectionRange(9, 9);
  act(() => ref.current?.insert('adenosine'));
  expect(field.value).toBe('It blocks adenosine receptors');
  expect(said).toEqual([]);
});

test('a draft is kept for its session', async () => {
  await userEvent.type(show(), 'unfinished');
  cleanup();
  expect(show({ session: 's2' }).value).toBe('');
  cleanup();
  expect(show().value).toBe('unfinished');
});

test('a draft belongs to its tab, and one that an earlier version shared goes to the first tab', () => {
  localStorage.setItem('warren.draft.s3', 'shared once');
  expect(show({ session: 's3' }).value).toBe('shared once');
  cleanup();
  expect(localStorage.length).toBe(0);
  expect(show({ session: 's3' }).value).toBe('shared once');
  cleanup();
  sessionStorage.clear();
  expect(show({ session: 's3' }).value).toBe('');
});

test('the limit leaves room for the envelope', () => {
  expect(isTooLong('a'.repeat(MAX_MESSAGE_BYTES - 300))).toBe(false);
  expect(isTooLong('a'.repeat(MAX_MESSAGE_BYTES))).toBe(true);
  expect(isTooLong('\n'.repeat(MAX_MESSAGE_BYTES / 2))).toBe(true);
});

test('Stop is shown during a turn', async () => {
  show({ isAnswering: true });
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(stops).toBe(1);
  cleanup();
  show();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('a restored text is inserted before the draft', async () => {
  const ref = createRef<ComposerHandle>();
  const field = show({ ref });
  await userEvent.type(field, 'new');
  fireEvent.focus(field);
  ref.current?.restore('refused');
  expect((await screen.findByDisplayValue(/refused/)).textContent).toBe('refused\n\nnew');
});

test('the note of the composer is shown below the text, and each draft is separate', async () => {
  const words = { label: 'Ask', placeholder: 'Ask, or follow it further', note: 'Your session stays as you left it' };
  const nothing = () => undefined;
  const shown = (draft: string) => (
    <Composer key={draft} {...words} draft={draft} actions={[]} isAnswering={false} onSay={nothing} onStop={nothing} />
  );
  const { rerender } = render(shown('s1'));
  expect(screen.getByText('Your session stays as you left it')).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Ask' }), 'half a thought');
  rerender(shown('s1.h1'));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  rerender(shown('s1'));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('half a thought');
});

test('the caret starts at the end of a kept text', () => {
  cleanup();
  keepMessageDraft('s-kept', 'hello');
  const field = show({ session: 's-kept' });
  expect([field.selectionStart, field.selectionEnd]).toEqual([5, 5]);
});
