// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';

import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { PageAround, press, routesOfEachTest } from '../../../fixtures/page/answering-routes.tsx';
import { AboutPage } from './about-page.tsx';
import { RELEASES } from './whats-new.ts';

const ME = { id: 'ada', name: '' };
const routes = routesOfEachTest(({ answers }) => {
  answers['GET /api/me'] = { body: ME };
  answers['GET /api/export'] = { body: { isUnderWay: false, bytes: null, problem: null } };
});

test('the newest described release is the running version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(RELEASES[0]?.version).toBe(version);
});

test('a person gives their name', async () => {
  routes.answers['PUT /api/me'] = { body: { ...ME, name: 'Ada' } };
  render(
    <PageAround>
      <AboutPage />
    </PageAround>,
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.value).toBe('');
  await userEvent.type(field, 'Ada');
  routes.answers['GET /api/me'] = { body: { ...ME, name: 'Ada' } };
  await press('Save');
  expect(await screen.findByText('Name saved.')).toBeDefined();
  expect(routes.sent('PUT /api/me')).toEqual([{ name: 'Ada' }]);
  expect(screen.getAllByText(/Permission is hereby granted/)).not.toEqual([]);
});

test('a failed export says why, and a finished archive can be downloaded', async () => {
  const problem = 'The disk of the server is full.';
  routes.answers['POST /api/export'] = { body: { isUnderWay: false, bytes: null, problem } };
  render(
    <PageAround>
      <AboutPage />
    </PageAround>,
  );
  await press('Export my data');
  expect((await screen.findByRole('alert')).textContent).toBe(problem);
  routes.answers['POST /api/export'] = { body: { isUnderWay: false, bytes: 2_000, problem: null } };
  await press('Export my data');
  expect((await screen.findByRole('link', { name: /^Download it/ })).getAttribute('href')).toBe('/api/export/file');
  expect(screen.queryByRole('alert')).toBeNull();
});
