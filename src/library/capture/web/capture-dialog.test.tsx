// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PageAround } from '../../../../fixtures/page/answering-routes.tsx';
import { exampleOverview, exampleSource } from '../../../../fixtures/page/example-library.ts';
import type { NewSource } from '../../sources/protocol.ts';
import { CaptureAnywhere } from './capture-anywhere.tsx';
import { chosenFiles } from './capture-draft.ts';
import { closeCapture } from './capture-opening.ts';

interface Asked {
  readonly path: string;
  readonly body: unknown;
}

let asked: Asked[];
/** Texts that are already in the library. */
let known: string[];
let isReachable: boolean;

/** Adds texts that are not in the library, as the server does. */
function answer(path: string, { method, body }: { method: string; body?: unknown }): Promise<Response> {
  if (method === 'GET') return Promise.resolve(Response.json(path === '/api/library' ? exampleOverview : {}));
  asked.push({ path, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body });
  if (!isReachable) return Promise.reject(new TypeError('no network'));
  if (path === '/api/library/sources') {
    const { sources } = JSON.parse(String(body)) as { sources: (NewSource & { id: string })[] };
    const results = sources.map(({ id, content, url, isWanted }) => {
      const title = content ?? url ?? '';
      const isKnown = known.includes(title) && !isWanted;
      return { source: exampleSource(isKnown ? 'old' : id, { title }), outcome: isKnown ? 'existing' : 'added' };
    });
    return Promise.resolve(Response.json({ results }));
  }
  if (path.startsWith('/api/library/files')) {
    const query = new URLSearchParams(path.split('?')[1]);
    const title = query.get('name') ?? '';
    if (title === 'broken.pdf')
      return Promise.resolve(Response.json({ kind: 'too-large', message: 'This file is too large.' }, { status: 413 }));
    return Promise.resolve(
      Response.json({ results: [{ source: exampleSource(query.get('id') ?? '', { title }), outcome: 'added' }] }),
    );
  }
  return Promise.resolve(Response.json({}));
}

async function show(): Promise<void> {
  const root = createRootRoute({ component: CaptureAnywhere });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root, history });
  render(
    <PageAround>
      <RouterProvider router={router} />
    </PageAround>,
  );
  await waitFor(() => expect(router.state.status).toBe('idle'));
}

const open = async () => {
  fireEvent.keyDown(document.body, { key: 'K', ctrlKey: true, shiftKey: true });
  await screen.findByRole('dialog');
};
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text or links' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sentSources = () =>
  asked
    .filter(({ path }) => path === '/api/library/sources')
    .flatMap(({ body }) => (body as { sources: NewSource[] }).sources);

beforeEach(async () => {
  asked = [];
  known = [];
  isReachable = true;
  vi.stubGlobal('fetch', answer);
  await show();
  await open();
});
afterEach(() => {
  closeCapture();
  chosenFiles.current = [];
});

test('a text is added with its kind, bucket and tags, and can be undone', async () => {
  write('Nobody listed the uses.');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'voice memo');
  await screen.findByRole('option', { name: 'Energy' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Bucket' }), 'Energy');
  fireEvent.change(screen.getByRole('combobox', { name: 'Tags' }), { target: { value: 'coal, #uses' } });
  await press('Add');
  await screen.findByText('Added “Nobody listed the uses.”');
  expect(screen.queryByRole('dialog')).toBeNull();
  const [source] = sentSources();
  expect(source).toMatchObject({
    content: 'Nobody listed the uses.',
    kind: 'voice_memo',
    bucketId: 'energy',
    tags: ['coal', 'uses'],
  });
  await press('Undo');
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ path: '/api/library/sources/delete', body: { ids: [source?.id] } }),
  );
});

test('a text that exists already is shown, and added anyway only on request', async () => {
  known = ['Two.'];
  write('One.\n\nTwo.');
  await userEvent.click(screen.getByRole('checkbox', { name: /^One source per paragraph/ }));
  await press('Add 2 sources');
  await screen.findByText(/^You have this already/);
  await press('Add anyway');
  await waitFor(() => expect(screen.queryByText(/^You have this already/)).toBeNull());
  expect(sentSources().at(-1)).toMatchObject({ content: 'Two.', isWanted: true });
  await press('Done');
  await screen.findByText('Added 2 sources');
});

test('the draft survives closing the dialog and a reload', async () => {
  write('A thought to keep.');
  await press('Cancel');
  cleanup();
  closeCapture();
  await show();
  await open();
  expect(field().value).toBe('A thought to keep.');
  await press('Clear');
  expect([field().value, localStorage.length]).toEqual(['', 0]);
});

test('a failure is reported, keeps the text, and a resend has the same id', async () => {
  write('A thought.');
  isReachable = false;
  await press('Add');
  await screen.findByText(/^Warren cannot be reached/);
  expect(field().value).toBe('A thought.');
  isReachable = true;
  await press('Add');
  await screen.findByText('Added “A thought.”');
  const [first, second] = sentSources();
  expect(second?.id).toBe(first?.id);
});

test('files are added one by one, and a failed one can be tried again', async () => {
  const files = [new File(['# Coal'], 'coal.md'), new File(['%PDF'], 'broken.pdf')];
  fireEvent.drop(field(), { dataTransfer: { files } });
  await screen.findByText('broken.pdf');
  await press('Add 2 sources');
  await screen.findByText('This file is too large.');
  expect(screen.getByText('Added 1 source.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  await press('Done');
  await screen.findByText('Added “coal.md”');
});

test('an empty dialog sends nothing', async () => {
  await press('Add');
  expect(screen.getByRole('alert').textContent).toBe('Write something, or choose a file.');
  expect(asked).toEqual([]);
});
