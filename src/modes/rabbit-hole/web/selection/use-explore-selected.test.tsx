// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MAX_CHARACTERS, selectedWords } from '#session/web/selection/use-selected-words.ts';

import { MAX_TOPIC_CHARACTERS } from '../../protocol.ts';
import { useExploreSelected } from './use-explore-selected.tsx';

let opened: [string, string][] = [];
beforeEach(() => {
  opened = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  document.getSelection()?.removeAllRanges();
});

const open = (topic: string, messageId: string) => void opened.push([topic, messageId]);

function Conversation({ isWanted = true }: { readonly isWanted?: boolean }) {
  const explore = useExploreSelected('session', isWanted, open);
  return (
    <>
      <p data-message-id="m1">Adenosine, they say, builds up.</p>
      <p data-message-id="m2">{'word '.repeat(60)}</p>
      <p data-message-id="m3" data-status="waiting">
        Not sent yet
      </p>
      <p data-words-of="m2">The pump came first.</p>
      <p id="aside">The time is 7:42</p>
      <input aria-label="Other" />
      {explore}
    </>
  );
}

const textOf = (selector: string) => document.querySelector(selector)!.firstChild!;

function select([from, start]: [string, number], [to, end]: [string, number]) {
  const range = document.createRange();
  range.setStart(textOf(from), start);
  range.setEnd(textOf(to), end);
  const selection = document.getSelection()!;
  selection.removeAllRanges();
  selection.addRange(range);
  return selection;
}

test('words of one message name a topic, without surrounding punctuation', () => {
  render(<Conversation isWanted={false} />);
  expect(selectedWords(select(['[data-message-id=m1]', 0], ['[data-message-id=m1]', 10]))).toMatchObject({
    words: 'Adenosine',
    messageId: 'm1',
  });
});

test('nothing is offered for words of two messages, outside messages, or of an unsent message', () => {
  render(<Conversation isWanted={false} />);
  const m1 = '[data-message-id=m1]';
  expect(selectedWords(select([m1, 3], ['[data-message-id=m2]', 5]))).toBeNull();
  expect(selectedWords(select(['#aside', 0], ['#aside', 8]))).toBeNull();
  expect(selectedWords(select(['[data-message-id=m3]', 0], ['[data-message-id=m3]', 3]))).toBeNull();
  expect(selectedWords(select(['[data-message-id=m2]', 0], ['[data-message-id=m2]', 300]))).toMatchObject({
    words: null,
  });
  expect(selectedWords(select([m1, 9], [m1, 11]))).toBeNull();
  expect(selectedWords(select([m1, 4], [m1, 4]))).toBeNull();
  expect(selectedWords(null)).toBeNull();
});

test('words of a text that belongs to a message count as an agent’s words of that message', () => {
  render(<Conversation isWanted={false} />);
  expect(selectedWords(select(['[data-words-of=m2]', 4], ['[data-words-of=m2]', 8]))).toMatchObject({
    words: 'pump',
    messageId: 'm2',
    author: 'assistant',
  });
  expect(selectedWords(select(['[data-message-id=m2]', 0], ['[data-words-of=m2]', 8]))).toBeNull();
});

test('nothing is offered without a letter or digit', () => {
  render(<p data-message-id="m4">Is it so (?)</p>);
  expect(selectedWords(select(['[data-message-id=m4]', 9], ['[data-message-id=m4]', 12]))).toBeNull();
});

test('the offer has at most as many characters as the server accepts', () => {
  expect(MAX_CHARACTERS).toBe(MAX_TOPIC_CHARACTERS);
});

test('a settled selection offers to explore, and no longer after it was used', async () => {
  render(<Conversation />);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void select(['[data-message-id=m1]', 0], ['[data-message-id=m1]', 9]));
  await userEvent.click(await screen.findByRole('button', { name: 'Explore this' }));
  expect(opened).toEqual([['Adenosine', 'm1']]);
  expect(screen.queryByRole('button', { name: 'Explore this' })).toBeNull();
});

test('inside a hole, a selection offers nothing', async () => {
  const { rerender } = render(<Conversation />);
  act(() => void select(['[data-message-id=m1]', 0], ['[data-message-id=m1]', 9]));
  await screen.findByRole('button', { name: 'Explore this' });
  rerender(<Conversation isWanted={false} />);
  expect(screen.queryByRole('button', { name: 'Explore this' })).toBeNull();
});
