import { expect, test } from 'vitest';

import { questionAlone } from './question-alone.ts';

const other = { id: 'b', text: 'The Nile crosses the Sahara desert.', context: '' };
const ask = (point: { text: string; question?: string; context?: string }, title = 'Rivers') => {
  const asked = { id: 'a', context: '', ...point };
  return questionAlone({ title, point: asked, points: [asked, other] });
};
const text = 'The Danube flows into the Black Sea.';

test('a point is asked for by its question, else by its heading, else by the title', () => {
  expect(ask({ text, question: 'Where does the Danube end?' })).toBe('Where does the Danube end?');
  expect(ask({ text: 'The Bastille was stormed in 1789.', question: 'What happened in 1789?' })).toBe(
    'What happened in 1789?',
  );
  expect(ask({ text, context: 'Europe' })).toBe('What do you remember under “Europe”?');
  expect(ask({ text })).toBe('What do you remember of “Rivers”?');
  expect(ask({ text: 'Die Donau fließt ins Schwarze Meer und ist nicht die Elbe.' }, 'Flüsse und Meere')).toBe(
    'Was weißt du von „Flüsse und Meere“?',
  );
});

test('a question that gives a point away is not asked', () => {
  const byTitle = 'What do you remember of “Rivers”?';
  expect(ask({ text, question: 'Does the Danube flow into the Black Sea?' })).toBe(byTitle);
  expect(ask({ text, context: 'The Danube flows into the Black Sea' })).toBe(byTitle);
  expect(ask({ text, question: 'Which desert does the Nile cross, the Sahara?', context: 'Europe' })).toBe(
    'What do you remember under “Europe”?',
  );
  expect(ask({ text }, text)).toBe('What else do you remember?');
});
