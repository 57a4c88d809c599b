import { expect, test } from 'vitest';

import { draftOf, readChoice, withProvider } from './choice-draft.ts';

const choice = { provider: 'anthropic', model: 'claude-haiku-4-5-20251001', maxTokens: 1_024 } as const;
test('a choice goes through the form unchanged', () => {
  expect(readChoice(draftOf(choice))).toEqual({ choice });
  expect(readChoice(draftOf({ ...choice, provider: null, model: '' }))).toEqual({
    choice: { ...choice, provider: null, model: '' },
  });
});

test('a number may be written with its thousands apart, and an id with spaces around it', () => {
  for (const maxTokens of ['4096', ' 4,096 ', '4 096', '4.096'])
    expect(readChoice({ ...draftOf(choice), model: ' m ', maxTokens })).toEqual({
      choice: { ...choice, model: 'm', maxTokens: 4_096 },
    });
});

test('what is missing or out of range is said at its field, all at once', () => {
  expect(readChoice({ provider: 'openai', model: '  ', maxTokens: '15' })).toEqual({
    problems: {
      model: 'Choose a model or enter its id.',
      maxTokens: 'Enter a whole number from 16 to 64,000.',
    },
  });
  for (const maxTokens of ['', '-20', '64001', 'many', '1e3'])
    expect(readChoice({ ...draftOf(choice), maxTokens }), maxTokens).toHaveProperty('problems.maxTokens');
});

test('another provider brings a model that suits the role, and the saved one its saved model', () => {
  const draft = { ...draftOf(choice), model: 'half-typed' };
  const now = { role: 'evaluator', saved: choice, isOfficial: true } as const;
  const elsewhere = withProvider(draft, 'openai', now);
  expect(elsewhere).toEqual({ provider: 'openai', model: 'gpt-5.4-mini', maxTokens: '1024' });
  expect(withProvider(draft, 'openai', { ...now, isOfficial: false }).model).toBe('');
  expect(withProvider(elsewhere, 'anthropic', now)).toEqual(draftOf(choice));
  const embedded = { ...now, saved: { ...choice, provider: null, model: '' } };
  expect(withProvider(elsewhere, 'anthropic', embedded).model).toBe('claude-haiku-4-5-20251001');
  expect(withProvider(draft, 'anthropic', now)).toBe(draft);
});
