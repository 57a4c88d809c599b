// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { exampleSettings, PageAround, press, routesOfEachTest } from '../../../../fixtures/page/answering-routes.tsx';
import type { LocalServer } from '../../protocol.ts';
import { ModelsPage } from '../models-page.tsx';

const BASE_URL = 'http://127.0.0.1:11434/v1';
const CHOOSE = 'PUT /api/models/local/ollama';
const routes = routesOfEachTest(({ answers }) => {
  answers['GET /api/models'] = { body: exampleSettings };
  answers[CHOOSE] = { body: used };
  answers['GET /api/undo'] = { body: { last: { id: 'u1', label: 'Chose it' } } };
  answers['POST /api/undo'] = { body: { undone: { label: 'Chose it' } } };
});
const [tutor, evaluator] = exampleSettings.roles;
const used = {
  ...exampleSettings,
  providers: [
    exampleSettings.providers[0],
    { ...exampleSettings.providers[1]!, baseUrl: BASE_URL, baseUrlFrom: 'own' },
  ],
  roles: [{ ...tutor!, choice: { ...tutor!.choice, provider: 'openai', model: 'llama3.2:latest' } }, evaluator],
};
const model = (id: string) => ({ id, name: id.replace(':latest', ''), contextTokens: null });

function show(...models: readonly string[]) {
  const server: LocalServer = { id: 'ollama', name: 'Ollama', baseUrl: BASE_URL, models: models.map(model) };
  routes.answers['GET /api/models/local'] = { body: { servers: models.length > 0 ? [server] : [] } };
  render(
    <PageAround>
      <ModelsPage />
    </PageAround>,
  );
}

test('the person can choose a model other than the suggested one', async () => {
  show('llama3.2:latest', 'qwen3:8b');
  expect(await screen.findByRole('heading', { name: 'Ollama runs here with 2 models' })).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'qwen3:8b');
  await press('Let it be the tutor');
  await expect.poll(() => routes.sent(CHOOSE)).toEqual([{ model: 'qwen3:8b' }]);
});

test('a server that stopped meanwhile is reported at its offer', async () => {
  routes.answers[CHOOSE] = { status: 409, body: { kind: 'refused', message: 'No program on this machine offers it.' } };
  show('llama3.2:latest');
  await screen.findByRole('heading', { name: /^Ollama runs here/u });
  await press('Let it be the tutor');
  expect((await screen.findByRole('alert')).textContent).toBe('No program on this machine offers it.');
});

test('the page is the same without a local server, or if the search for one fails', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Who answers' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'On this machine' })).toBeNull();
});

test('one model is chosen for everything, and the form closes', async () => {
  const SAVE = 'PUT /api/models/roles';
  routes.answers[SAVE] = { body: exampleSettings };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Use one model for everything' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Provider' }));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' });
  expect(field.value).toBe('claude-sonnet-5-5');
  await userEvent.clear(field);
  await userEvent.keyboard('{Escape}');
  await press('Save');
  expect(screen.getByRole('alert').textContent).toBe('Choose a model or enter its id.');
  await userEvent.type(field, 'claude-haiku-4-5');
  await userEvent.keyboard('{Escape}');
  await press('Save');
  expect(await screen.findByText('claude-haiku-4-5 is the tutor, and has every role that talks.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use one model for everything' }));
  await press('Use one model for everything');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Provider' }), 'Built in');
  await press('Save');
  expect(await screen.findByText('What is built in has every role.')).toBeDefined();
  expect(routes.sent(SAVE)).toEqual([
    { provider: 'anthropic', model: 'claude-haiku-4-5' },
    { provider: null, model: '' },
  ]);
});
