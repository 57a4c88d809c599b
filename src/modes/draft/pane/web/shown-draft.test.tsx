// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

import type { OpenSession } from '#session/web/mode-screen.ts';

import { versionHead } from '../../../../../fixtures/draft/version-head.ts';
import { routesOfEachTest, PageAround } from '../../../../../fixtures/page/answering-routes.tsx';
import { Connected } from '../../../../../fixtures/page/connected.tsx';
import type { DraftReading, DraftVersion, VersionHead } from '../../protocol.ts';
import { type Desk, DeskContext } from './desk.ts';
import { ShownDraft } from './shown-draft.tsx';

const head = (number: number, change: Partial<VersionHead> = {}): VersionHead =>
  versionHead({ number, basedOn: number === 1 ? null : number - 1, ...change });
const version = (number: number, text: string, change: Partial<VersionHead> = {}): DraftVersion => ({
  ...head(number, change),
  text,
  citations: [],
  claims: [],
  unsupported: [],
});
const reading = (...versions: readonly VersionHead[]): DraftReading => ({
  draft: {
    id: 'd1',
    session: 's1',
    sessionTitle: 'Coal',
    title: 'Coal',
    platform: 'linkedin',
    status: 'draft',
    version: versions.findLast(({ isAside }) => !isAside)?.number ?? 1,
    characters: 10,
    updatedAt: 1,
  },
  versions: [...versions],
});

const routes = routesOfEachTest();

function Pane({ of }: { readonly of: DraftReading }) {
  const [shown, setShown] = useState<Desk['shown']>(null);
  const [isEditing, setEditing] = useState(false);
  const desk: Desk = {
    view: { state: { messages: [{ id: 'reply' }] } } as unknown as OpenSession,
    drafts: { platform: 'linkedin', targets: {}, changedAt: 0 },
    listed: [of.draft],
    problem: null,
    shown,
    show: setShown,
    target: null,
    setTarget: () => undefined,
    onBeforeSaying: () => undefined,
  };
  return (
    <DeskContext value={desk}>
      <ShownDraft
        reading={of}
        number={shown?.number ?? null}
        chooser={null}
        isEditing={isEditing}
        onEditing={setEditing}
        onOpen={() => undefined}
      />
    </DeskContext>
  );
}

const show = (of: DraftReading) =>
  render(
    <PageAround>
      <Connected>
        <Pane of={of} />
      </Connected>
    </PageAround>,
  );

test('after the notice about another version, the person can compare both', async () => {
  routes.answers['GET /api/drafts/d1/versions/1'] = { body: version(1, 'The pump came first.') };
  routes.answers['GET /api/drafts/d1/versions/2'] = { body: version(2, 'The pump came last.', { author: 'hand' }) };
  routes.answers['GET /api/drafts/d1/versions/3'] = {
    body: version(3, 'The pump came first, I say.', { author: 'hand', isAside: true, basedOn: 1 }),
  };
  routes.answers['PUT /api/drafts/d1/text'] = {
    body: { version: head(3, { author: 'hand', isAside: true, basedOn: 1 }), isAside: true },
  };
  // The other window has saved version 2.
  show(reading(head(1), head(2, { author: 'hand' }), head(3, { isAside: true })));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Text of the draft' }), ' I say.');
  await userEvent.tab();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Another version was written meanwhile. Yours is kept as version 3.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Compare the two' }));
  await screen.findByText(/^What changed since version/);
  expect([...document.querySelectorAll('del')].map(({ textContent }) => textContent).join('')).toContain('last');
  expect(screen.getByRole('button', { name: 'Restore 3' })).toBeDefined();
});

test('the writer’s last change is compared until that is dismissed', async () => {
  routes.answers['GET /api/drafts/d1/versions/1'] = { body: version(1, 'The pump came first of all.') };
  routes.answers['GET /api/drafts/d1/versions/2'] = { body: version(2, 'The pump came second of all.') };
  const of = reading(head(1), head(2, { messageId: 'r2' }));
  const shown = show(of);
  await userEvent.click(await screen.findByRole('button', { name: 'Show the text' }));
  expect(screen.queryByText(/^What changed since version/)).toBeNull();
  shown.unmount();
  show(of);
  await screen.findByRole('button', { name: 'Compare with 1' });
  expect(screen.queryByText(/^What changed since version/)).toBeNull();
});
