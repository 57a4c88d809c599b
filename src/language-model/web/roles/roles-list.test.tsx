// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import {
  exampleSettings,
  press,
  routesOfEachTest,
  showModelList,
} from '../../../../fixtures/page/answering-routes.tsx';
import type { ModelSettings } from '../../protocol.ts';
import { RolesList } from './roles-list.tsx';

const routes = routesOfEachTest();
const show = (settings?: Partial<ModelSettings>) => showModelList(RolesList, settings);

const form = () => within(screen.getByRole('form'));
const TRY = 'POST /api/models/roles/evaluator/try';
const SAVE = 'PUT /api/models/roles/evaluator';
const said = { ok: true, message: 'I am here.', remedy: null, milliseconds: 1_240, costMicros: 3_400 };

test('a choice can be tried before it is saved, and changing it clears the result', async () => {
  routes.answers[TRY] = { body: said };
  show();
  await press('Change the evaluator');
  await userEvent.clear(form().getByRole('textbox'));
  await userEvent.type(form().getByRole('textbox'), '512');
  await press('Try it');
  expect(await screen.findByText('I am here.')).toBeDefined();
  const choice = { provider: 'anthropic', model: 'claude-haiku-4-5-20251001', maxTokens: 512 };
  expect(routes.asked).toEqual([{ route: TRY, body: { choice } }]);
  await userEvent.type(form().getByRole('textbox'), '0');
  expect(screen.queryByText('I am here.')).toBeNull();
});

test('undo restores the previous choice', async () => {
  routes.answers['DELETE /api/models/roles/tutor'] = { body: exampleSettings };
  routes.answers['PUT /api/models/roles/tutor'] = { body: exampleSettings };
  show();
  await press('Change the tutor');
  await press('Back to default');
  expect(await screen.findByText('Tutor is back to default.')).toBeDefined();
  await press('Undo');
  await expect
    .poll(() => routes.asked.at(-1))
    .toEqual({
      route: 'PUT /api/models/roles/tutor',
      body: exampleSettings.roles[0]!.choice,
    });
});

test('a default choice has no reset button', async () => {
  show();
  await press('Change the evaluator');
  expect(screen.queryByRole('button', { name: 'Back to default' })).toBeNull();
});

test('invalid input is reported at its field, and nothing is sent', async () => {
  show();
  await press('Change the evaluator');
  await userEvent.clear(form().getByRole('combobox', { name: 'Model' }));
  await userEvent.clear(form().getByRole('textbox'));
  await userEvent.keyboard('{Escape}');
  await press('Save');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Choose a model or enter its id.',
    'Enter a whole number from 16 to 64,000.',
  ]);
  expect(routes.sent(SAVE)).toEqual([]);
});

test('a refusal by the server is reported at its field, and the form stays open', async () => {
  routes.answers[SAVE] = { status: 400, body: { kind: 'malformed', message: 'Too long a name.', field: 'model' } };
  show();
  await press('Change the evaluator');
  await press('Save');
  expect(await screen.findByText('Too long a name.')).toBeDefined();
  expect(form().getByRole('combobox', { name: 'Model' }).getAttribute('aria-invalid')).toBe('true');
});

test('a notice shared by most roles is shown once, above them', () => {
  const notice = 'Warren does not know the models of the server at 127.0.0.1.';
  const [tutor, evaluator] = exampleSettings.roles;
  const roles = (['evaluator', 'detector', 'explorer'] as const).map((id) => ({ ...evaluator!, id, notice }));
  show({ roles: [{ ...tutor!, notice: 'There is no key for OpenAI yet.' }, ...roles] });
  expect(screen.getAllByText(notice)).toHaveLength(1);
  expect(screen.queryAllByRole('listitem').filter(({ textContent }) => textContent.includes(notice))).toEqual([]);
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('There is no key for OpenAI yet.');
});
