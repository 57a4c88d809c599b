// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { routesOfEachTest } from '../../../../../../fixtures/page/answering-routes.tsx';
import { Connected } from '../../../../../../fixtures/page/connected.tsx';
import type { SavedText } from '../../../protocol.ts';
import { Editor } from './editor.tsx';
import { storedEdits } from './stored-edit.ts';

const begun = { editing: 'stay-1', number: 2, revision: 1, save: 0, title: 'Coal', text: 'One.' };
const SAVE = 'PUT /api/drafts/d1/text';
const saved = (isAside: boolean) => ({ version: { number: 3 }, isAside });

let ended: (SavedText | null)[] = [];
let beforeSaying: (() => Promise<void> | null) | null = null;
const routes = routesOfEachTest(() => (ended = []));

function show(change: { isKept?: boolean; retryMs?: number } = {}) {
  return render(
    <Connected>
      <Editor
        draftId="d1"
        begun={begun}
        isKept={change.isKept ?? false}
        onText={() => undefined}
        onSaved={() => undefined}
        onBeforeSaying={(save) => (beforeSaying = save)}
        onDone={(answer) => ended.push(answer)}
        pauseMs={1}
        retryMs={change.retryMs ?? 1}
      />
    </Connected>,
  );
}

test('text is saved automatically, and the person is informed', async () => {
  routes.answers[SAVE] = { body: saved(false) };
  show();
  await userEvent.type(screen.getByRole('textbox', { name: 'Text of the draft' }), ' Two.');
  await screen.findByText('Saved');
  expect(routes.asked.at(-1)?.body).toEqual({ ...begun, save: expect.any(Number), text: 'One. Two.' });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(ended).toEqual([saved(false)]);
});

test('the editor stays while its words are unsaved, and saves them once the server is back', async () => {
  show();
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' and steam');
  await screen.findByText(/^Not saved yet: Warren cannot be reached/);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(ended).toEqual([]);
  expect(storedEdits('d1')).toMatchObject([{ editing: 'stay-1', title: 'Coal and steam' }]);
  routes.answers[SAVE] = { body: saved(true) };
  await screen.findByText('Saved');
  expect(storedEdits('d1')).toEqual([]);
});

test('before a message is sent, the text is saved and the editor is closed', async () => {
  routes.answers[SAVE] = { body: saved(false) };
  show();
  await userEvent.type(screen.getByRole('textbox', { name: 'Text of the draft' }), ' Two.');
  await beforeSaying?.();
  await expect.poll(() => ended).toHaveLength(1);
  expect(routes.asked.at(-1)?.body).toMatchObject({ text: 'One. Two.' });
});

test('words stored in the browser are saved as soon as the editor opens', async () => {
  routes.answers[SAVE] = { body: saved(false) };
  show({ isKept: true });
  await screen.findByText('Saved');
  expect(routes.asked.map(({ body }) => body)).toEqual([begun]);
});
