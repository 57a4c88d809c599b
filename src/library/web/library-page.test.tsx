// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type PageComposition, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

import { type AnsweringRoutes, answeringRoutes, PageAround } from '../../../fixtures/page/answering-routes.tsx';
import { exampleOverview, exampleSource } from '../../../fixtures/page/example-library.ts';
import { closeCapture, useCaptureOpening } from '../capture/web/capture-opening.ts';
import { SOURCE_PATH } from '../storage/web/use-open-source.ts';
import { LibraryPage } from './library-page.tsx';

const [coal, tea, sleep] = [
  exampleSource('coal', { title: 'Coal' }),
  exampleSource('tea', { title: 'Tea' }),
  exampleSource('sleep', { title: 'Sleep' }),
];
const LIST = 'GET /api/library/sources?limit=100';
const composition: PageComposition = { modes: {}, slices: [] };

let routes: AnsweringRoutes;
let history: ReturnType<typeof createMemoryHistory>;

function OpenedWith() {
  const opening = useCaptureOpening();
  const { files, bucketId } = opening?.start ?? {};
  return <p data-testid="opened">{[opening?.what, bucketId, ...(files ?? []).map(({ name }) => name)].join(' ')}</p>;
}

function RoutedLibrary() {
  return <LibraryPage {...useParams({ strict: false })} />;
}

function show(path: string): void {
  const root = createRootRoute();
  const library = createRoute({
    getParentRoute: () => root,
    path: SOURCE_PATH,
    component: RoutedLibrary,
  });
  history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([library]), history });
  render(
    <PageAround>
      <PageCompositionContext value={composition}>
        <RouterProvider router={router} />
      </PageCompositionContext>
    </PageAround>,
  );
}

const answerList = (sources = [coal, tea, sleep], query = 'limit=100') => {
  routes.answers[`GET /api/library/sources?${query}`] = {
    body: { sources, total: sources.length, cursor: null },
  };
};
const row = (name: string) => screen.findByRole('link', { name });
const selected = () => screen.getByRole('region', { name: 'Selection' }).querySelector('output')?.textContent;

beforeEach(() => {
  routes = answeringRoutes();
  routes.answers['GET /api/library'] = { body: exampleOverview };
  routes.answers['GET /api/undo'] = { body: { last: { id: 'u1', kind: 'sources-moved', label: 'Moved', at: 0 } } };
  vi.stubGlobal('fetch', (...request: Parameters<AnsweringRoutes['fetch']>) => routes.fetch(...request));
  answerList();
});
afterEach(() => {
  closeCapture();
});

test('keys move through the list, open a source and select', async () => {
  routes.answers['GET /api/library/sources/tea'] = { status: 404, body: { kind: 'not-found', message: 'Gone.' } };
  show('/library');
  await row('Coal');
  screen.getByRole('searchbox').focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Coal');
  await userEvent.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Tea');
  await userEvent.keyboard('x');
  expect(selected()).toBe('1 selected');
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(selected()).toBe('2 selected');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(selected()).toBe('3 selected');
  await userEvent.keyboard('k{Enter}');
  await waitFor(() => expect(history.location.pathname).toBe('/library/tea'));
});

test('content of a source that could not be read is named in its row', async () => {
  answerList([{ ...coal, leftOut: ['3 pictures', '9 of 10 pages are pictures and were not read.'] }]);
  show('/library');
  await screen.findByText('9 of 10 pages are pictures and were not read. Left out: 3 pictures.');
});

test('a source being read shows its progress, and can be cancelled', async () => {
  const progress = { words: 'page 14 of 31', done: 0.45 };
  answerList([exampleSource('x', { title: 'lecture.pdf', state: 'waiting', preview: '', progress })]);
  routes.answers['POST /api/library/sources/x/cancel'] = { body: {} };
  show('/library');
  await screen.findByText('reading, page 14 of 31');
  expect(screen.getByRole('progressbar', { name: 'Reading lecture.pdf' })).toHaveProperty('value', 0.45);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(routes.asked.map(({ route }) => route)).toContain('POST /api/library/sources/x/cancel');
});

test('a long text that is not indexed yet shows that', async () => {
  answerList([exampleSource('x', { title: 'Book', progress: { words: 'being indexed', done: 0.5 } })]);
  show('/library');
  await screen.findByText('being indexed');
  expect(screen.getByRole('progressbar', { name: 'Indexing Book' })).toHaveProperty('value', 0.5);
});

test('dropped files open the capture dialog with the current bucket', async () => {
  answerList([], 'bucket=energy&limit=100');
  show('/library?bucket=energy');
  const note = new File(['Coal'], 'coal.md');
  render(<OpenedWith />);
  fireEvent.drop(await screen.findByRole('heading', { name: 'Library' }), {
    dataTransfer: { types: ['Files'], files: [note], getData: () => '' },
  });
  expect(screen.getByTestId('opened').textContent).toBe('sources energy coal.md');
});

test('an empty library offers samples, and an empty bucket says what to do', async () => {
  answerList([]);
  routes.answers['POST /api/library/samples'] = { body: {} };
  show('/library');
  await userEvent.click(await screen.findByRole('button', { name: 'Try it with samples' }));
  await screen.findByText('Added the samples');
  answerList([], 'bucket=sleep&limit=100');
  await userEvent.click(screen.getByRole('link', { name: /^Sleep/ }));
  await screen.findByText(/^This bucket is empty/);
});

test('a list that cannot be loaded shows the reason, and is loaded again on request', async () => {
  routes.answers[LIST] = { status: 503, body: { kind: 'store-failed', message: 'The store failed.' } };
  show('/library');
  await screen.findByText('The store failed.');
  answerList();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await row('Coal');
});

test('buckets are reordered by buttons', async () => {
  routes.answers['PATCH /api/library/buckets/energy'] = { body: {} };
  show('/library');
  await userEvent.click(await screen.findByRole('button', { name: 'Change the buckets' }));
  await userEvent.click(screen.getByRole('button', { name: 'Move Energy down' }));
  expect(routes.asked).toContainEqual({ route: 'PATCH /api/library/buckets/energy', body: { position: 1 } });
});
