import { expect, test } from 'vitest';

import { choiceDraftOf, readChoice, withProvider } from './role-form.tsx';

const choice = { provider: 'anthropic', model: 'claude-haiku-4-5-20251001', maxTokens: 1_024 } as const;
test('a choice goes through the form unchanged', () => {
  expect(readChoice(choiceDraftOf(choice))).toEqual({ choice });
  expect(readChoice(choiceDraftOf({ ...choice, provider: null, model: '' }))).toEqual({
    choice: { ...choice, provider: null, model: '' },
  });
});

test('numbers may have thousands separators, and ids surrounding spaces', () => {
  for (const maxTokens of ['4096', ' 4,096 ', '4 096', '4.096'])
    expect(readChoice({ ...choiceDraftOf(choice), model: ' m ', maxTokens })).toEqual({
      choice: { ...choice, model: 'm', maxTokens: 4_096 },
    });
});

test('all missing and out-of-range values are reported at their fields', () => {
  expect(readChoice({ provider: 'openai', model: '  ', maxTokens: '15', contextTokens: '' })).toEqual({
    problems: {
      model: 'Choose a model or enter its id.',
      maxTokens: 'Enter a whole number from 16 to 64,000.',
    },
  });
  for (const maxTokens of ['', '-20', '64001', 'many', '1e3'])
    expect(readChoice({ ...choiceDraftOf(choice), maxTokens }), maxTokens).toHaveProperty('problems.maxTokens');
});

test('changing the provider selects the role’s default model, or the saved one', () => {
  const draft = { ...choiceDraftOf(choice), model: 'half-typed' };
  const now = { role: 'evaluator', saved: choice, isOfficial: true } as const;
  const elsewhere = withProvider(draft, 'openai', now);
  expect(elsewhere).toMatchObject({ provider: 'openai', model: 'gpt-5.4-mini', maxTokens: '1024' });
  expect(withProvider(draft, 'openai', { ...now, isOfficial: false }).model).toBe('');
  expect(withProvider(elsewhere, 'anthropic', now)).toEqual(choiceDraftOf(choice));
  const embedded = { ...now, saved: { ...choice, provider: null, model: '' } };
  expect(withProvider(elsewhere, 'anthropic', embedded).model).toBe('claude-haiku-4-5-20251001');
  expect(withProvider(draft, 'anthropic', now)).toBe(draft);
});

test('a context size is a whole number, or empty for the known size of the model', () => {
  const draft = choiceDraftOf({ provider: 'openai', model: 'llama', maxTokens: 4_096 });
  expect(readChoice({ ...draft, contextTokens: '64,000' })).toMatchObject({ choice: { contextTokens: 64_000 } });
  expect(readChoice(draft)).toEqual({ choice: { provider: 'openai', model: 'llama', maxTokens: 4_096 } });
  expect(readChoice({ ...draft, contextTokens: '12' })).toEqual({
    problems: { contextTokens: 'Enter a whole number from 2,000 to 10,000,000, or nothing.' },
  });
});
