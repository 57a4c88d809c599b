// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import type { TextActionProps } from '#session/web/contribution/contribution.ts';
import { PageCompositionContext } from '#session/web/contribution/page-composition.ts';

import { draftCitation } from '../../../../../fixtures/draft/draft-citation.ts';
import { versionHead } from '../../../../../fixtures/draft/version-head.ts';
import { routesOfEachTest } from '../../../../../fixtures/page/answering-routes.tsx';
import { renderRouted } from '../../../../../fixtures/page/routed-page.tsx';
import type { DraftSummary, DraftVersion } from '../../protocol.ts';
import { PaneFoot } from './pane-foot.tsx';

let made: unknown[];
const routes = routesOfEachTest(() => (made = []));

const citation = draftCitation({ url: 'https://a.b' });
const version: DraftVersion = {
  ...versionHead({ number: 2, title: 'Cheap: coal?', voice: null, model: null, basedOn: 1 }),
  text: 'The **pump** came first.[^1]',
  citations: [citation],
  claims: [],
  unsupported: [],
};
const draft: DraftSummary = {
  id: 'd1',
  session: 'session',
  sessionTitle: 'Coal',
  title: 'Cheap: coal?',
  platform: 'linkedin',
  status: 'draft',
  version: 2,
  characters: 20,
  updatedAt: 1,
};

function Make({ keep }: TextActionProps) {
  return (
    <button type="button" onClick={() => void keep().then((source) => made.push(source))}>
      Make something
    </button>
  );
}
const composition = {
  modes: {},
  slices: [{ textAction: { Component: Make, preload: () => Promise.resolve() } }],
};

async function show(change: Partial<DraftVersion> = {}, written: string | null = null) {
  const user = userEvent.setup();
  await renderRouted(
    <PageCompositionContext value={composition}>
      <PaneFoot draft={draft} version={{ ...version, ...change }} written={written} claims={null} />
    </PageCompositionContext>,
  );
  await screen.findByRole('button', { name: 'Export' });
  return user;
}

test('a draft is copied as its platform shows it', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).not.toBeNull();
  expect(await navigator.clipboard.readText()).toBe('The pump came first.');
});

test('a thread is copied post by post, and the menu stays', async () => {
  const user = await show({ platform: 'thread', text: 'One.[^1]\n\n---\n\nTwo.' });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Copy post 1/u }));
  expect(await navigator.clipboard.readText()).toBe('One.');
  expect(screen.getByRole('menuitem', { name: /^Copy post 1.*Copied$/u })).not.toBeNull();
  await user.click(screen.getByRole('menuitem', { name: /^Copy post 2/u }));
  expect(await navigator.clipboard.readText()).toBe('Two.');
});

test('text in the editor is copied, and cannot be kept before it is a version', async () => {
  const user = await show({}, 'Written now.');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Written now.');
  expect(screen.queryByRole('button', { name: 'Keep this version as a source' })).toBeNull();
});

test('a version is kept as a source, alone and for other uses', async () => {
  const source = { id: 'source-1', title: 'Cheap: coal?' };
  routes.answers['POST /api/drafts/d1/keep'] = { body: { results: [{ source, outcome: 'added', sameBy: null }] } };
  routes.answers['GET /api/undo'] = { body: { last: null } };
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Keep this version as a source' }));
  await screen.findByText('Kept as “Cheap: coal?”');
  expect(routes.asked[0]).toEqual({ route: 'POST /api/drafts/d1/keep', body: { number: 2 } });
  await user.click(screen.getByRole('button', { name: 'Make something' }));
  await expect.poll(() => made).toEqual([{ sourceId: 'source-1', title: 'Cheap: coal?' }]);
});

test('a failed keep is reported, and nothing is made of the version', async () => {
  routes.answers['POST /api/drafts/d1/keep'] = {
    status: 404,
    body: { kind: 'not-found', message: 'There is no such draft.' },
  };
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Make something' }));
  await screen.findByText('There is no such draft.');
  expect(made).toEqual([null]);
});
