import { expect, test } from 'vitest';

import type { SessionState } from '#session/protocol.ts';

import type { RecallState } from '../../asking/domain/recall-state.ts';
import { recapOf } from './recap.ts';

const points = [
  { id: 'a', text: 'Caffeine blocks adenosine receptors.', context: '' },
  { id: 'b', text: 'The half-life of caffeine is five hours.', context: '' },
  { id: 'c', text: 'Deep sleep clears adenosine from the brain.', context: '' },
];

const GERMAN = [
  { id: 'a', text: 'Die Mauer wurde im Sommer gebaut.', context: '' },
  { id: 'b', text: 'Der Turm steht auf einem Hügel.', context: '' },
  { id: 'c', text: 'Die Brücke hat drei Bögen.', context: '' },
];

function recapAfter(message: string, recalledIds: readonly string[], more: object = {}): string {
  const session = {
    title: 'Sleep',
    messages: [
      { thread: 'trunk', author: 'assistant', content: message },
      { thread: 'trunk', author: 'person', content: 'I do not know.' },
      { thread: 'hole', author: 'assistant', content: 'Whales sleep with half of the brain.' },
    ],
  } as unknown as SessionState;
  const state = {
    setId: 'set',
    cards: [],
    pointIds: points.map((point) => point.id),
    recalledIds,
    hidden: { points, progress: {}, questions: [] },
    ...more,
  } as unknown as RecallState;
  return recapOf({ session, state });
}

test('a recap says how much is recalled and repeats the question', () => {
  expect(recapAfter('That is it. What else do you remember about “Sleep”?', ['a'])).toBe(
    'Welcome back. 1 of 3 points is recalled. We stopped here:\n\nThat is it. What else do you remember about “Sleep”?',
  );
  expect(recapAfter('Go on?', [])).toBe('Welcome back. There are 3 points to recall. We stopped here:\n\nGo on?');
});

test('a question with gaps keeps its gaps', () => {
  const cloze = 'Which words are missing here?\n\n“____ clears ____ from the brain.”';
  expect(recapAfter(`Not quite.\n\n${cloze}`, ['a', 'b'])).toBe(
    `Welcome back. 2 of 3 points are recalled. We stopped here:\n\n${cloze}`,
  );
});

test('a recap of a recap is identical', () => {
  const first = recapAfter('There is more to “Sleep”. What comes to mind?', ['a']);
  expect(recapAfter(first, ['a'])).toBe(first);
});

test('a recap does not repeat a telling', () => {
  const told = 'It is this: Deep sleep clears adenosine from the brain.\n\nWhat else comes to mind?';
  expect(recapAfter(told, ['a'])).toBe(
    'Welcome back. 1 of 3 points is recalled. We stopped here:\n\nWhat else comes to mind?',
  );
});

test('a question that names a point is left out', () => {
  for (const spoiler of [
    'Deep sleep clears adenosine from the brain.',
    'You were about to say that deep sleep clears adenosine from the brain. Is that so?',
  ])
    expect(recapAfter(spoiler, ['a', 'b'])).toBe('Welcome back. 2 of 3 points are recalled. What comes to mind next?');
});

test('with every point recalled, the recap asks nothing', () => {
  expect(recapAfter('Every point has been said.', ['a', 'b', 'c'])).toBe(
    'Welcome back. Every point is recalled. Add anything you like, or finish here.',
  );
});

test('a recap does not mention the end while the page asks about it', () => {
  expect(recapAfter('', ['a', 'b', 'c'], { overlay: true, overlayShown: true })).toBe('Welcome back.');
});

test.each([
  [points, 1, 'Decide on the point above first, or go on in your own words.'],
  [points, 2, 'Decide on the points above first, or go on in your own words.'],
  [GERMAN, 1, 'Entscheide zuerst über den Punkt oben, oder mach mit eigenen Worten weiter.'],
  [GERMAN, 2, 'Entscheide zuerst über die Punkte oben, oder mach mit eigenen Worten weiter.'],
])('a recap at a card says how many of its rows are open', (of, open, words) => {
  const rows = of.map(({ id }, index) => ({ pointId: id, decision: index < open ? null : 'recalled' }));
  const more = { cards: [{ isOpen: true, rows }], hidden: { points: of, progress: {}, questions: [] } };
  expect(recapAfter('', [], more)).toContain(words);
});
