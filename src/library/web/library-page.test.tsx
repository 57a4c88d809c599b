// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type PageComposition, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

import { type AnsweringRoutes, answeringRoutes, PageAround } from '../../../fixtures/page/answering-routes.tsx';
import { exampleAnswer, exampleHit, exampleOverview, exampleSource } from '../../../fixtures/page/example-library.ts';
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
/** Searches by meaning are answered once it resolves. */
let meaning: PromiseWithResolvers<void>;

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
const answerSearch = (words: string, by: 'words' | 'both', answer: ReturnType<typeof exampleAnswer>) => {
  routes.answers[`GET /api/library/search?q=${words}&by=${by}&limit=50`] = { body: answer };
};
const row = (name: string) => screen.findByRole('link', { name });
const titles = () =>
  within(screen.getByRole('region', { name: 'Sources' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const selected = () => screen.getByRole('region', { name: 'Selection' }).querySelector('output')?.textContent;

beforeEach(() => {
  routes = answeringRoutes();
  routes.answers['GET /api/library'] = { body: exampleOverview };
  routes.answers['GET /api/undo'] = { body: { last: { id: 'u1', kind: 'sources-moved', label: 'Moved', at: 0 } } };
  meaning = Promise.withResolvers();
  vi.stubGlobal('fetch', async (...request: Parameters<AnsweringRoutes['fetch']>) => {
    if (request[0].includes('by=both')) await meaning.promise;
    return routes.fetch(...request);
  });
  answerList();
});
afterEach(() => {
  closeCapture();
});

test('sources are found by words at once, and meaning joins', async () => {
  answerSearch(
    'uses',
    'words',
    exampleAnswer([exampleHit(tea)], { meaning: { ...exampleAnswer([]).meaning, state: 'unused' } }),
  );
  answerSearch(
    'uses',
    'both',
    exampleAnswer([exampleHit(coal, { foundBy: 'meaning', similarity: 0.71 }), exampleHit(tea)]),
  );
  show('/library');
  await row('Coal');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'uses' } });
  await screen.findByText('1 by words, in 4 ms.');
  expect(titles()).toEqual(['Tea']);
  meaning.resolve();
  await screen.findByText('1 by meaning (embedded, from .30 on), 1 by words, in 4 ms.');
  expect(titles()).toEqual(['Coal', 'Tea']);
  expect(screen.getByText('meaning .71')).toBeDefined();
  await waitFor(() => expect(history.location.search).toBe('?q=uses'));
});

test('in a list that is in use, what meaning finds follows what stands there', async () => {
  answerSearch('uses', 'words', exampleAnswer([exampleHit(tea)]));
  answerSearch(
    'uses',
    'both',
    exampleAnswer([exampleHit(coal, { foundBy: 'meaning', similarity: 0.7 }), exampleHit(tea)]),
  );
  show('/library');
  await row('Coal');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'uses' } });
  await waitFor(() => expect(titles()).toEqual(['Tea']));
  fireEvent.focus(await row('Tea'));
  // Meaning may take longer than the address takes to follow.
  await waitFor(() => expect(history.location.search).toBe('?q=uses'));
  meaning.resolve();
  await screen.findByText('meaning .70');
  expect(titles()).toEqual(['Tea', 'Coal']);
});

test('the way back from a search leads to the list', async () => {
  answerSearch('uses', 'words', exampleAnswer([exampleHit(tea)]));
  answerSearch('uses', 'both', exampleAnswer([exampleHit(tea)]));
  show('/library?bucket=inbox');
  answerList([coal], 'bucket=inbox&limit=100');
  routes.answers['GET /api/library/search?bucket=inbox&q=uses&by=words&limit=50'] = {
    body: exampleAnswer([exampleHit(tea)]),
  };
  routes.answers['GET /api/library/search?bucket=inbox&q=uses&by=both&limit=50'] = {
    body: exampleAnswer([exampleHit(tea)]),
  };
  await row('Coal');
  await userEvent.type(screen.getByRole('searchbox'), 'uses');
  await waitFor(() => expect(history.location.search).toBe('?bucket=inbox&q=uses'));
  history.back();
  await row('Coal');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('when search by meaning fails, the list says so and shows what words found', async () => {
  const problem = { message: 'The key was rejected.', remedy: 'Replace it in Settings.' };
  const failed = { ...exampleAnswer([]).meaning, state: 'failed' as const, problem };
  answerSearch('uses', 'words', exampleAnswer([exampleHit(tea)]));
  answerSearch('uses', 'both', exampleAnswer([exampleHit(tea)], { meaning: failed }));
  meaning.resolve();
  show('/library?q=uses');
  await screen.findByText('Searched by words alone. The key was rejected. Replace it in Settings.');
  expect(titles()).toEqual(['Tea']);
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

test('a range is selected with Shift, and moved with one request and one undo', async () => {
  routes.answers['POST /api/library/sources/change'] = { body: {} };
  routes.answers['POST /api/undo'] = { body: { undone: { id: 'u1', label: 'Moved' }, last: null } };
  show('/library');
  await row('Coal');
  const user = userEvent.setup();
  await user.click(screen.getByRole('checkbox', { name: 'Select Coal' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Sleep' }));
  await user.keyboard('{/Shift}');
  expect(selected()).toBe('3 selected');
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Energy' }));
  await screen.findByText('Moved 3 sources to “Energy”');
  const sent = routes.asked.filter(({ route }) => route.startsWith('POST'));
  expect(sent).toEqual([
    { route: 'POST /api/library/sources/change', body: { ids: ['coal', 'tea', 'sleep'], bucketId: 'energy' } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(routes.asked.at(-1)?.route).not.toBe('POST /api/library/sources/change'));
  expect(routes.asked).toContainEqual({ route: 'POST /api/undo', body: { id: 'u1' } });
});

test('a source that could not be read says why, and is read again', async () => {
  const problem = { message: 'The page answered with 404.', remedy: 'Paste its text.' };
  answerList([exampleSource('x', { title: 'Lost', state: 'failed', preview: '', problem })]);
  routes.answers['POST /api/library/sources/x/read-again'] = { body: {} };
  show('/library');
  await screen.findByText('The page answered with 404.');
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
  expect(routes.asked.map(({ route }) => route)).toContain('POST /api/library/sources/x/read-again');
});

test('what could not be read of a source stands in its row', async () => {
  answerList([{ ...coal, leftOut: ['3 pictures', '9 of 10 pages are pictures and were not read.'] }]);
  show('/library');
  await screen.findByText('9 of 10 pages are pictures and were not read. Left out: 3 pictures.');
});

test('a source being read shows how far it is, and can be cancelled', async () => {
  const progress = { words: 'page 14 of 31', done: 0.45 };
  answerList([exampleSource('x', { title: 'lecture.pdf', state: 'waiting', preview: '', progress })]);
  routes.answers['POST /api/library/sources/x/cancel'] = { body: {} };
  show('/library');
  await screen.findByText('reading, page 14 of 31');
  expect(screen.getByRole('progressbar', { name: 'Reading lecture.pdf' })).toHaveProperty('value', 0.45);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(routes.asked.map(({ route }) => route)).toContain('POST /api/library/sources/x/cancel');
});

test('a long text that is not indexed yet says so', async () => {
  answerList([exampleSource('x', { title: 'Book', progress: { words: 'being indexed', done: 0.5 } })]);
  show('/library');
  await screen.findByText('being indexed');
  expect(screen.getByRole('progressbar', { name: 'Indexing Book' })).toHaveProperty('value', 0.5);
});

test('reading for meaning shows how far it is, and why it stands still', async () => {
  const problem = { message: 'The limit of the day is reached.', remedy: 'Raise it, or wait until tomorrow.' };
  const meaning = {
    ...exampleOverview.meaning,
    done: 1_200,
    total: 3_400,
    waitingSources: 9,
    isChanging: true,
    problem,
  };
  routes.answers['GET /api/library'] = { body: { ...exampleOverview, meaning } };
  show('/library');
  const region = await screen.findByRole('region', { name: 'Search by meaning' });
  expect(region.textContent).toBe(
    'A new model reads your sources, 1,200 of 3,400 passagesUntil then search uses the model before it.' +
      'The limit of the day is reached. Raise it, or wait until tomorrow. Open the settings',
  );
  await screen.findByText('3 sources. 9 sources are still being read for meaning.');
});

test('files that are dropped on the page are taken over to the capture dialog, with the bucket that is shown', async () => {
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

test('a list that cannot be read says why, and is read again on request', async () => {
  routes.answers[LIST] = { status: 503, body: { kind: 'store-failed', message: 'The store failed.' } };
  show('/library');
  await screen.findByText('The store failed.');
  answerList();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await row('Coal');
});

test('buckets are put in another order by buttons', async () => {
  routes.answers['PATCH /api/library/buckets/energy'] = { body: {} };
  show('/library');
  await userEvent.click(await screen.findByRole('button', { name: 'Change the buckets' }));
  await userEvent.click(screen.getByRole('button', { name: 'Move Energy down' }));
  expect(routes.asked).toContainEqual({ route: 'PATCH /api/library/buckets/energy', body: { position: 1 } });
});
