import { expect, test } from 'vitest';

import type { ChatDraft } from './chat-draft.ts';
import { Corrections } from './corrections.ts';

const draft = (content: string, isOpen = false): ChatDraft => ({
  id: 'terminal_one_1',
  author: 'assistant',
  content,
  isOpen,
  tools: [],
  about: { id: 'about', type: 'about', at: 0, standing: isOpen ? 'live' : 'verified', feeds: ['screen'] },
});
const standingAfter = (shown: string, told: string) => {
  const corrections = new Corrections();
  corrections.shown([{ messageId: 'terminal_one_1', content: shown }]);
  corrections.mark([draft(shown, true)]);
  return corrections.mark([draft(told)])[0]?.about.standing;
};

test('a text that the transcript confirms is verified, with its markdown, and with an end that was not shown', () => {
  expect(standingAfter('A word in bold.', 'A **word** in bold.')).toBe('verified');
  expect(standingAfter('A word', 'A **word** in bold.')).toBe('verified');
});

test('a text that was shown otherwise is marked as corrected, and stays so', () => {
  expect(standingAfter('Something quite different was read from the screen.', 'This is what was said.')).toBe(
    'corrected',
  );
  const corrections = new Corrections();
  corrections.shown([{ messageId: 'terminal_one_1', content: 'Something quite different.' }]);
  const told = draft('This is what was said.');
  const [first] = corrections.mark([told]);
  expect(corrections.mark([told])[0]).toBe(first);
  expect(first?.about.standing).toBe('corrected');
});

test('what was never shown before is not looked at', () => {
  const told = [draft('This is what was said.')];
  expect(new Corrections().mark(told)).toBe(told);
});
