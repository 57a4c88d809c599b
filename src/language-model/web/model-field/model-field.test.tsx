// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { exampleSettings, PageAround, routesOfEachTest } from '../../../../fixtures/page/answering-routes.tsx';
import { ModelField } from './model-field.tsx';

let submitted = 0;
const routes = routesOfEachTest(() => (submitted = 0));

const LIST = 'POST /api/models/providers/anthropic/list';

function Field({ mayAsk }: { readonly mayAsk: boolean }) {
  const [model, setModel] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <ModelField
        provider={exampleSettings.providers[0]!}
        mayAsk={mayAsk}
        known={exampleSettings.models}
        isEmbedder={false}
        value={model}
        onChange={setModel}
        problem={undefined}
      />
      <button type="submit">Save</button>
    </form>
  );
}

function show({ mayAsk = true } = {}) {
  render(
    <PageAround>
      <Field mayAsk={mayAsk} />
    </PageAround>,
  );
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' });
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const current = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('the arrow key opens the list with prices and offered models', async () => {
  routes.answers[LIST] = { body: { models: [{ id: 'claude-next', name: 'Claude Next' }] } };
  const field = show();
  field.focus();
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByText('Claude Next')).toBeDefined();
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(options()).toEqual([
    'Claude Sonnet 5.5claude-sonnet-5-5$2 in, $10 out',
    'Claude Haiku 4.5claude-haiku-4-5$1 in, $5 out',
    'Claude Nextclaude-next',
  ]);
});

test('the arrow keys wrap around, and Enter chooses without submitting the form', async () => {
  const field = show({ mayAsk: false });
  field.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  expect(current(field)).toContain('Claude Haiku 4.5');
  await userEvent.keyboard('{ArrowDown}');
  expect(current(field)).toContain('Claude Sonnet 5.5');
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('claude-sonnet-5-5');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(submitted).toBe(0);
  await userEvent.keyboard('{Enter}');
  expect(submitted).toBe(1);
});

test('a typed id narrows the list and is kept as written', async () => {
  const field = show({ mayAsk: false });
  await userEvent.type(field, 'haiku');
  expect(options()).toHaveLength(1);
  await userEvent.clear(field);
  await userEvent.type(field, 'my-own:7b');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(screen.getByText(/No known model has this id/, { selector: 'p' })).toBeDefined();
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('my-own:7b');
  expect(submitted).toBe(1);
});

test('the list is complete again after a model is chosen', async () => {
  const field = show({ mayAsk: false });
  await userEvent.type(field, 'haiku');
  await userEvent.click(screen.getByRole('option'));
  expect(field.value).toBe('claude-haiku-4-5');
  await userEvent.click(field);
  expect(options()).toHaveLength(2);
});

test('Escape closes the list and keeps the input', async () => {
  const field = show({ mayAsk: false });
  await userEvent.type(field, 'claude{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field.value).toBe('claude');
});

test('the list works if the provider does not answer', async () => {
  const problem = { kind: 'model-failed', message: 'The key was not accepted.', remedy: 'Give another one.' };
  routes.answers[LIST] = { status: 502, body: problem };
  const field = show();
  await userEvent.click(field);
  expect(await screen.findByText('The key was not accepted. Give another one.', { selector: 'p' })).toBeDefined();
  expect(options()).toHaveLength(2);
});
