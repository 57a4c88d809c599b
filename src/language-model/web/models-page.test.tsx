// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { exampleSettings, press, routesOfEachTest, showModelList } from '../../../fixtures/page/answering-routes.tsx';
import type { ModelSettings } from '../protocol.ts';
import { ProvidersList } from './models-page.tsx';

const routes = routesOfEachTest();
const { sent } = routes;
const show = (settings?: Partial<ModelSettings>) => showModelList(ProvidersList, settings);

const keyField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Key' });
const ANTHROPIC = 'PUT /api/models/providers/anthropic';
const OPENAI = 'PUT /api/models/providers/openai';
const LIST = 'POST /api/models/providers/anthropic/list';

test('a new key replaces the old one, is checked at once, and is not on the page', async () => {
  routes.answers[ANTHROPIC] = { body: exampleSettings };
  routes.answers[LIST] = { body: { models: [{ id: 'a', name: 'A' }] } };
  show();
  expect(screen.getByText('Your key, ends in …wxyz')).toBeDefined();
  await press('Change Anthropic');
  expect(document.activeElement).toBe(keyField());
  expect(keyField().value).toBe('');
  await userEvent.type(keyField(), ' sk-ant-new ');
  await press('Save');
  expect(await screen.findByText('Key saved.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(await screen.findByText('It answers, and offers one model. Roles can use it.')).toBeDefined();
  expect(sent(ANTHROPIC)).toEqual([{ key: 'sk-ant-new' }]);
  expect(document.documentElement.outerHTML).not.toContain('sk-ant-new');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Anthropic' }));
});

test('the message for a first key names the roles that use it, and undo deletes the key', async () => {
  const embedded = exampleSettings.roles.map((role) => ({ ...role, isEmbedded: true, playedBy: 'Embedded' }));
  const [anthropic] = exampleSettings.providers;
  routes.answers[ANTHROPIC] = { body: exampleSettings };
  routes.answers[LIST] = { body: { models: [] } };
  show({ providers: [{ ...anthropic!, key: 'none', keyEnd: null }], roles: embedded });
  await press('Set up Anthropic');
  await userEvent.type(keyField(), 'sk-ant-first');
  await press('Save');
  expect(await screen.findByText('Key saved. Tutor and evaluator now use it.')).toBeDefined();
  await press('Undo');
  await expect.poll(() => sent(ANTHROPIC).at(-1)).toEqual({ key: null, baseUrl: null });
});

test('browsers and password managers ignore the key field', async () => {
  show();
  await press('Change Anthropic');
  expect(keyField().getAttribute('autocomplete')).toBe('off');
  expect(keyField().type).toBe('text');
  expect(keyField().className).toContain('-webkit-text-security:disc');
  await press('Show the key');
  expect(keyField().className).not.toContain('-webkit-text-security');
});

test('choosing a service fills in its address and says whether it needs a key', async () => {
  routes.answers[OPENAI] = { body: exampleSettings };
  routes.answers['POST /api/models/providers/openai/list'] = { body: { models: [] } };
  show();
  await press(/^Set up/);
  const form = within(screen.getByRole('form'));
  const address = form.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Service' }), 'Ollama');
  expect(address.value).toBe('http://127.0.0.1:11434/v1');
  expect(form.getByText('Ollama needs none, unless you gave it one.')).toBeDefined();
  await userEvent.type(address, '/more');
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: 'Service' }).value).toBe('Another address');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Service' }), 'Ollama');
  await press('Save');
  expect(await screen.findByText('It answers, but offers no models yet.')).toBeDefined();
  expect(sent(OPENAI)).toEqual([{ baseUrl: 'http://127.0.0.1:11434/v1' }]);
  await press('Undo');
  await expect.poll(() => sent(OPENAI).at(-1)).toEqual({ baseUrl: null });
});

test('another address is required', async () => {
  show();
  await press(/^Set up/);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'Another address');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address' }));
  await userEvent.type(keyField(), 'sk-1');
  await press('Save');
  expect(screen.getByRole('alert').textContent).toBe('Enter the address.');
  expect(sent(OPENAI)).toEqual([]);
});

test('a refused change keeps the input', async () => {
  routes.answers[ANTHROPIC] = { status: 507, body: { kind: 'disk-full', message: 'The disk is full.' } };
  show();
  await press('Change Anthropic');
  await userEvent.type(keyField(), 'sk-kept');
  await press('Save');
  expect(await screen.findByText('The disk is full.')).toBeDefined();
  expect(keyField().value).toBe('sk-kept');
});

test('an unreadable key is asked for again and not used for a check', () => {
  show({ providers: [{ ...exampleSettings.providers[0]!, keyEnd: null }] });
  expect(screen.getByText('Your key cannot be read any more. Enter it again.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Check/ })).toBeNull();
});
