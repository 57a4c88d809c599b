// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { routesOfEachTest } from '../../../../../fixtures/page/answering-routes.tsx';
import { renderRouted } from '../../../../../fixtures/page/routed-page.tsx';
import type { DraftSummary } from '../../protocol.ts';
import { DraftsPage } from './drafts-page.tsx';

const routes = routesOfEachTest();

function draft(id: string, change: Partial<DraftSummary> = {}): DraftSummary {
  return {
    id,
    session: `session-${id}`,
    sessionTitle: 'Jevons and cheap tokens',
    title: `Draft ${id}`,
    platform: 'linkedin',
    status: 'draft',
    version: 3,
    characters: 1_184,
    updatedAt: new Date('2026-11-21T12:00:00').getTime(),
    ...change,
  };
}

test('drafts are listed by status, and each opens in its session', async () => {
  routes.answers['GET /api/drafts'] = {
    body: { drafts: [draft('a'), draft('b', { status: 'published', platform: 'thread' })] },
  };
  await renderRouted(<DraftsPage />);
  const writing = within(await screen.findByRole('region', { name: 'Being written' }));
  expect(writing.getByRole('link', { name: 'Draft a' }).getAttribute('href')).toBe('/session/session-a#draft:a');
  expect(writing.getByRole('listitem').textContent).toContain(
    'LinkedIn, version 3, 1,184 characters, in Jevons and cheap tokens, 21 Nov',
  );
  expect(screen.queryByRole('region', { name: 'Ready' })).toBeNull();
  const published = within(screen.getByRole('region', { name: 'Published' }));
  expect(published.getByRole('link', { name: 'Draft b' })).not.toBeNull();
  expect(published.queryByRole('button', { name: /^Mark/u })).toBeNull();
});

test('a draft is marked and deleted from the list, and both can be undone', async () => {
  routes.answers['GET /api/drafts'] = { body: { drafts: [draft('a')] } };
  routes.answers['PATCH /api/drafts/a'] = { body: draft('a', { status: 'ready' }) };
  routes.answers['DELETE /api/drafts/a'] = { body: {} };
  routes.answers['GET /api/undo'] = { body: { last: { id: 'u1', label: 'Marked' } } };
  await renderRouted(<DraftsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Mark ready' }));
  await screen.findByText('Marked “Draft a” as ready');
  expect(routes.asked).toContainEqual({ route: 'PATCH /api/drafts/a', body: { status: 'ready' } });
  await userEvent.click(screen.getByRole('button', { name: 'More for this draft' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete this draft' }));
  await screen.findByText('Deleted the draft “Draft a”');
  expect(routes.asked).toContainEqual({ route: 'DELETE /api/drafts/a', body: undefined });
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
});

test('without drafts the page says how to make one', async () => {
  routes.answers['GET /api/drafts'] = { body: { drafts: [] } };
  await renderRouted(<DraftsPage />);
  await screen.findByText(/^Drafts are written in explorations/u);
  expect(screen.getByRole('button', { name: 'Begin in Explore' })).not.toBeNull();
});
