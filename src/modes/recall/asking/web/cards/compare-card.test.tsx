// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';

import type { CompareCard as Card } from '../../protocol.ts';
import { answeredWords } from './card-words.ts';
import { answersOn, type Choices, isStray, nextOpen } from './choices.ts';
import { CompareCard } from './compare-card.tsx';

const row = (pointId: string, change: Partial<Card['rows'][number]> = {}): Card['rows'][number] => ({
  pointId,
  text: `Point ${pointId}`,
  quote: `words on ${pointId}`,
  isCertain: false,
  decision: null,
  ...change,
});
const ticked = row('a', { isCertain: true, decision: 'recalled' });
const cardOf = (rows: Card['rows'], isOpen = true): Card => ({ cardId: 'c', messageId: 'm', seq: 5, rows, isOpen });

let sent: unknown[] = [];
let typed: string[] = [];
let isFocusTaken = false;
beforeEach(() => {
  sent = [];
  typed = [];
  isFocusTaken = false;
});

function Shown({ card }: { readonly card: Card }) {
  const [choices, setChoices] = useState<Choices>({});
  const [current, setCurrent] = useState(nextOpen(card, {}));
  return (
    <CompareCard
      card={card}
      choices={choices}
      currentId={card.isOpen ? current : null}
      onCurrent={setCurrent}
      onChoose={(pointId, choice) => {
        const made = { ...choices, [pointId]: choice };
        if (card.isOpen) setChoices(made);
        else sent.push(answersOn(card, { [pointId]: choice }));
        setCurrent(nextOpen(card, made) ?? pointId);
      }}
      onGoOn={card.isOpen ? (all) => sent.push(all ?? answersOn(card, choices)) : undefined}
      onRestore={setChoices}
      onWrite={(text) => typed.push(text)}
      takesFocus={() => !isFocusTaken}
      onFocusTaken={() => (isFocusTaken = true)}
    />
  );
}

const group = (pointId: string) => screen.getByRole('group', { name: `Point ${pointId}` });
const button = (pointId: string, name: string | RegExp) => within(group(pointId)).getByRole('button', { name });

test('a card has a heading, and each row is a point with the words that came near and its state', () => {
  render(<Shown card={cardOf([ticked, row('b'), row('c')])} />);
  const card = screen.getByRole('region', { name: 'Three points are near what you wrote' });
  expect(card.textContent).toContain(
    'Left open, a point that was asked for counts as Again. Others come back tomorrow.',
  );
  expect(group('b').getAttribute('aria-describedby')).toBeTruthy();
  expect(within(group('b')).getByText(/You wrote/u).textContent).toBe('You wrote “words on b”');
  expect(within(group('a')).getByText('You had it.')).toBeDefined();
  expect(within(group('b')).getByText('Not decided.')).toBeDefined();
  expect(button('a', 'I had it').getAttribute('aria-pressed')).toBe('true');
});

test('a card gets the focus back if it is rendered again at once, but not later', async () => {
  const card = cardOf([row('b')]);
  const { rerender } = render(<Shown key="first" card={card} />);
  expect(document.activeElement).toBe(group('b'));
  rerender(<Shown key="second" card={card} />);
  expect(document.activeElement).toBe(group('b'));
  await expect.poll(() => isFocusTaken).toBe(true);
  rerender(<Shown key="third" card={card} />);
  expect(document.activeElement).not.toBe(group('b'));
});

test('the first open row has the focus; keys decide, arrows move, and one Enter sends every decision', async () => {
  render(<Shown card={cardOf([ticked, row('b'), row('c'), row('d')])} />);
  expect(document.activeElement).toBe(group('b'));
  await userEvent.keyboard('1');
  expect(button('b', /^I had it/u).getAttribute('aria-pressed')).toBe('true');
  await userEvent.keyboard('2');
  group('d').focus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(group('a'));
  await userEvent.keyboard('2{Enter}');
  expect(sent).toEqual([
    [
      { pointId: 'a', isRecalled: false },
      { pointId: 'b', isRecalled: true },
      { pointId: 'c', isRecalled: false },
    ],
  ]);
});

test('one key takes all open rows, and a letter is the beginning of a message', async () => {
  render(<Shown card={cardOf([row('b'), row('c')])} />);
  await userEvent.keyboard('w');
  expect([typed, sent]).toEqual([[''], []]);
  await userEvent.keyboard('3');
  await expect.poll(() => sent).toEqual(['all']);
});

test('digits at the beginning of a message are moved to it, and their choices reverted', async () => {
  for (const [rows, keys, text] of [
    [['b'], '17', '1'],
    [['b'], '12', '1'],
    [['b'], '3 ', '3'],
    [['b', 'c'], '17', '1'],
    [['b', 'c'], '3c', '3'],
    [['b', 'c'], '12-', '12'],
    [['b', 'c', 'd'], '22 ', '22'],
  ] as const) {
    typed = [];
    const { unmount } = render(<Shown card={cardOf(rows.map((pointId) => row(pointId)))} />);
    await userEvent.keyboard(keys);
    expect([keys, typed, sent]).toEqual([keys, [text], []]);
    for (const pointId of rows) expect(within(group(pointId)).getByText('Not decided.')).toBeDefined();
    unmount();
    expect(sent).toEqual([]);
    isFocusTaken = false;
  }
});

test('a key that sends shows its decision at once, and Enter sends it immediately', async () => {
  render(<Shown card={cardOf([row('b'), row('c')])} />);
  await userEvent.keyboard('3');
  expect(button('b', /^I had it/u).getAttribute('aria-pressed')).toBe('true');
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual(['all']);
});

test('Enter in an empty field after such a key sends its decision, and nothing else', async () => {
  let entered = 0;
  render(
    <>
      <textarea data-composer aria-label="Your answer" onKeyDown={({ key }) => (entered += key === 'Enter' ? 1 : 0)} />
      <Shown card={cardOf([row('b'), row('c')])} />
    </>,
  );
  await userEvent.click(screen.getByRole('textbox', { name: 'Your answer' }));
  await userEvent.keyboard('3{Enter}');
  expect([sent, entered]).toEqual([['all'], 0]);
});

test('Enter right after sending a card leaves the next one alone, unless something was decided on it', () => {
  const soon = { sentAt: 1_000, now: 1_300 };
  expect(isStray({}, soon)).toBe(true);
  expect(isStray({ b: null }, soon)).toBe(true);
  expect(isStray({ b: { isRecalled: false } }, soon)).toBe(false);
  expect(isStray({}, { sentAt: 1_000, now: 5_000 })).toBe(false);
  expect(isStray({}, { sentAt: Number.NEGATIVE_INFINITY, now: 0 })).toBe(false);
});

test('keys work while the card or nothing has the focus', async () => {
  render(
    <>
      <button type="button">Leave</button>
      <Shown card={cardOf([row('b'), row('c')])} />
    </>,
  );
  screen.getByRole('button', { name: 'Leave' }).focus();
  await userEvent.keyboard('1w');
  expect(within(group('b')).getByText('Not decided.')).toBeDefined();
  expect(typed).toEqual([]);
});

test('a choice can be taken back, or made easy, before it is sent', async () => {
  render(<Shown card={cardOf([row('b'), row('c')])} />);
  await userEvent.click(button('b', /^I had it/u));
  await userEvent.click(button('b', /^I had it/u));
  expect(button('b', /^I had it/u).getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(button('b', 'It was easy'));
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(sent).toEqual([[{ pointId: 'b', isRecalled: true, grade: 'easy' }]]);
});

test('an earlier card keeps its decisions; open and ticked rows can still be answered, one at a time', async () => {
  render(<Shown card={cardOf([ticked, row('b', { decision: 'missed' }), row('c')], false)} />);
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
  expect(within(group('b')).queryAllByRole('button')).toEqual([]);
  await userEvent.keyboard('1');
  expect(sent).toEqual([]);
  await userEvent.click(button('c', 'I had it'));
  await userEvent.click(button('a', 'Not quite'));
  expect(sent).toEqual([[{ pointId: 'c', isRecalled: true }], [{ pointId: 'a', isRecalled: false }]]);
});

test('the heading of a card depends on its rows', () => {
  const title = (card: Card) => {
    const { unmount } = render(<Shown card={card} />);
    const name = screen.getByRole('heading').textContent;
    unmount();
    return name;
  };
  expect(title({ ...cardOf([row('b', { quote: '' })]), messageId: null })).toBe('This is the point');
  expect(title(cardOf([row('b')]))).toBe('The point beside what you wrote');
  expect(title(cardOf([ticked], false))).toBe('You wrote this point');
  expect(title(cardOf([ticked, { ...ticked, pointId: 'z' }], false))).toBe('You wrote two points');
});

test('an empty composer leaves the keys to the card, and one with text uses them', async () => {
  const user = userEvent.setup();
  render(
    <>
      <textarea data-composer aria-label="Your answer" />
      <Shown card={cardOf([row('b'), row('c')])} />
    </>,
  );
  const composer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' });
  await user.click(composer);
  await user.keyboard('1');
  expect([composer.value, button('b', /I had it/u).getAttribute('aria-pressed')]).toEqual(['', 'true']);
  await user.click(composer);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(group('c'));
  await user.clear(composer);
  await user.type(composer, '91');
  expect([composer.value, button('c', /I had it/u).getAttribute('aria-pressed')]).toEqual(['91', 'false']);
});

test('after help a row says what it counts as, and cannot be easy', () => {
  render(<Shown card={cardOf([row('b', { counts: 'again' }), row('c')])} />);
  expect(group('b').textContent).toContain('counts as Again after this help');
  expect(within(group('b')).queryByRole('button', { name: 'It was easy' })).toBeNull();
  expect(within(group('c')).getByText('It was easy')).toBeDefined();
});

test('the name of a point in a notice is cut before or after a formula', () => {
  const named = (text: string) => answeredWords([{ pointId: 'a', isRecalled: false }], [row('a', { text })]);
  const sum = String.raw`$\sum_{k=1}^{n} k = \frac{n(n+1)}{2} = 1 + 2 + \dots + (n - 1) + n$`;
  expect(named(`The sum of the first numbers is ${sum}.`)).toBe('Not quite: “The sum of the first numbers is…”');
  expect(named(`${sum} holds for every n from one on.`)).toBe(`Not quite: “${sum}…”`);
  expect(named('Short.')).toBe('Not quite: “Short.”');
});
