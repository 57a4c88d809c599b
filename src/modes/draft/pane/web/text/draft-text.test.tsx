// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { draftCitation } from '../../../../../../fixtures/draft/draft-citation.ts';
import type { CheckedClaim } from '../../../protocol.ts';
import { flagsOf } from '../../domain/flags.ts';
import { DraftText } from './draft-text.tsx';
import { TextContext } from './text-context.ts';
import { selectedRange } from './use-selected-range.ts';

const text = 'The pump came first.[^1]\n\nSpending *tripled* then.[^2] Nobody saw it.\n\n- one\n- two';
const second = text.indexOf('Spending');
const citation = draftCitation({ claim: 'The pump came first.' });
const claim = (change: Partial<CheckedClaim>): CheckedClaim => ({
  start: 0,
  end: 20,
  number: 1,
  standing: 'holds',
  range: null,
  ...change,
});
const claims = [claim({}), claim({ start: second, end: text.indexOf('[^2]'), number: 2, standing: 'not-in-source' })];
const unsupported = [{ start: text.indexOf('Nobody'), end: text.indexOf('\n\n- one') }];

test('a paragraph shows its marks as numbers, and flags the words of a claim that does not hold', async () => {
  const opened: number[] = [];
  const flags = flagsOf({ claims, unsupported });
  const citations = [citation, { ...citation, number: 2, title: 'Own table' }];
  render(
    <TextContext value={{ citations, claims, flags, open: ({ number }) => opened.push(number) }}>
      <DraftText text={text} flags={flags} />
    </TextContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Source 1: Coal memo' }));
  await userEvent.click(screen.getByRole('button', { name: 'To check, source 2: Own table' }));
  expect(opened).toEqual([1, 2]);
  expect(document.body.textContent).not.toContain('[^');
  const flagged = (index: number) =>
    [...document.querySelectorAll(`[data-flag="${String(index)}"]`)].map(({ textContent }) => textContent).join('');
  expect(flagged(0)).toBe('Spending tripled then.');
  expect(flagged(1).trim()).toBe('Nobody saw it.');
});

test('while a text grows, only its last paragraph is rendered again', () => {
  let renders = 0;
  const citations = [citation];
  // Each rendered mark looks up its citation.
  citations.find = (() => {
    renders += 1;
    return citation;
  }) as typeof citations.find;
  const facts = { citations, claims: [], flags: [], open: () => undefined };
  const grown = (more: string) => (
    <TextContext value={facts}>
      <DraftText text={`One is here.[^1]\n\nTwo${more}`} isStreaming />
    </TextContext>
  );
  const shown = render(grown(''));
  const before = renders;
  for (const more of [' is', ' is coming', ' is coming.\n\nThree']) shown.rerender(grown(more));
  expect(before).toBeGreaterThan(0);
  expect(renders).toBe(before);
  expect(document.querySelectorAll('[data-start]')).toHaveLength(3);
  expect(document.querySelectorAll('.is-coming')).toHaveLength(1);
});

test('a selection gives the paragraphs that it touches', () => {
  render(<DraftText text={text} onChoose={() => undefined} />);
  const root = document.querySelector<HTMLElement>('.say');
  const paragraphs = [...document.querySelectorAll('[data-start]')];
  const select = (from: Node, to: Node, end: number) => {
    const range = document.createRange();
    range.setStart(from, 0);
    range.setEnd(to, end);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return selectedRange(root, selection);
  };
  const words = (at: number) => paragraphs[at]?.querySelector('p, li')?.firstChild as Node;
  expect(select(words(1), words(1), 4)).toEqual({ start: second, end: text.indexOf('\n\n- one') });
  expect(select(words(0), words(1), 4)).toEqual({ start: 0, end: text.indexOf('\n\n- one') });
  // The selection of a triple click.
  expect(select(words(0), words(1), 0)).toEqual({ start: 0, end: text.indexOf('\n\nSpending') });
  document.getSelection()?.removeAllRanges();
  expect(selectedRange(root, document.getSelection())).toBeNull();
});

test('a paragraph can be chosen by keyboard', async () => {
  const chosen: unknown[] = [];
  render(<DraftText text={text} onChoose={(range) => chosen.push(range)} />);
  const buttons = screen.getAllByRole('button', { name: 'Change this paragraph only' });
  buttons[2]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual([{ start: text.indexOf('- one'), end: text.length }]);
});
