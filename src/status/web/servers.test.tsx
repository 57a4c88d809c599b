// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { PageAround, routesOfEachTest } from '../../../fixtures/page/answering-routes.tsx';
import type { ListedServer } from '../protocol.ts';
import { Servers } from './servers.tsx';

const EAST: ListedServer = {
  name: 'east',
  state: 'running',
  silentMs: 400,
  address: 'http://10.0.0.4:4600',
  internalAddress: 'http://10.0.0.4:4700',
  version: '0.1.0',
  people: 1,
  sockets: 3,
  loadPercent: 14,
  since: '2030-01-01T00:00:00.000Z',
  hasDuties: true,
};

const routes = routesOfEachTest();

function show() {
  return render(
    <PageAround>
      <p>About</p>
      <Servers />
    </PageAround>,
  );
}

test('several servers are listed with their states and loads', async () => {
  const west = { ...EAST, name: 'west', state: 'silent', silentMs: 61_000, address: '', hasDuties: false, people: 12 };
  routes.answers['GET /api/servers'] = { body: { servers: [EAST, west] } };
  show();
  expect(await screen.findByRole('heading', { name: 'Servers' })).toBeDefined();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'east running, makes the backup of the night1 person, 3 connections, load 14 %, version 0.1.0' +
      'At http://10.0.0.4:4600, for the other servers at http://10.0.0.4:4700',
    'west silent for 61 seconds12 people, 3 connections, load 14 %, version 0.1.0It does not listen yet.',
  ]);
});

test.each([
  ['one server', { body: { servers: [EAST] } }],
  ['somebody else than the first person', { status: 404, body: { kind: 'not-found', message: 'Not found.' } }],
])('for %s there is no such section', async (_, answer) => {
  routes.answers['GET /api/servers'] = answer;
  const { container } = show();
  await expect.poll(() => routes.sent('GET /api/servers').length).toBe(1);
  await Promise.resolve();
  expect(container.textContent).toBe('About');
});
