import type { Page } from '@playwright/test';

import type { ModelSettings } from '#language-model/protocol.ts';
import type { SearchAnswer } from '#library/search/protocol.ts';
import type { LibraryOverview } from '#library/sources/protocol.ts';

import type { EmbeddingScript } from '../fixtures/provider/embeddings.ts';
import {
  createProviderDouble,
  type ProviderDouble,
  type ProviderRequest,
} from '../fixtures/provider/provider-double.ts';
import { say } from '../fixtures/provider/script.ts';
import { expect, test as base, type Warren, unfold } from './warren.ts';

const MODEL = 'text-embedding-3-small';
const NAME = 'Text Embedding 3 Small';

/** A person whose provider, controlled by the test, has an embedding model. The embedded model has the role. */
const test = base.extend<{ double: ProviderDouble }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  double: async ({}, provide) => {
    const double = await createProviderDouble({ answer: () => say('Not asked.'), models: [MODEL] });
    await provide(double);
    await double.close();
  },
  warren: async ({ warren, double }, provide) => {
    await warren.api('PUT', '/api/models/providers/openai', {
      key: 'sk-proj-of-the-test',
      baseUrl: `${double.url}/v1`,
    });
    await provide(warren);
  },
});

const CAR = 'My car had a surprising price.';
const COFFEE = 'Espresso keeps people awake.';
const SEA = 'The ocean is deep.';
/** Close to CAR for the double, without a common word. */
const LIKE_CAR = 'automobile cost';

const dialog = (page: Page) => page.getByRole('dialog');
const list = (page: Page) => page.getByRole('region', { name: 'Sources' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name });
const article = (page: Page, name: string) => list(page).getByRole('article').filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox');
const foundLine = (page: Page) => page.getByRole('region', { name: 'List' }).getByRole('status').first();
const meaning = (page: Page) => page.getByRole('region', { name: 'Search by meaning' });
const problem = (page: Page) => meaning(page).getByRole('alert');
const byWordsAlone = (page: Page) => page.getByRole('note');

async function useDouble(warren: Warren): Promise<void> {
  await warren.api('PUT', '/api/models/roles/embedder', { provider: 'openai', model: MODEL, maxTokens: 8_192 });
}

async function addNotes(warren: Warren, contents: readonly string[]): Promise<void> {
  await warren.api('POST', '/api/library/sources', { sources: contents.map((content) => ({ content })) });
}

async function capture(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+K');
  await dialog(page).getByRole('textbox', { name: 'Text or links' }).fill(text);
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toHaveCount(0);
}

async function openLibrary(page: Page, warren: Warren): Promise<void> {
  await warren.open(page, '/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
}

async function openModels(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Models' }).click();
  await unfold(page, 'A model for each role');
  await expect(page.getByRole('button', { name: 'Change the embedder' })).toBeVisible();
}

async function backToLibrary(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
}

const readMeaning = async (warren: Warren) => (await warren.api<LibraryOverview>('GET', '/api/library')).meaning;

async function untilIndexed(warren: Warren, total: number): Promise<void> {
  await expect.poll(() => readMeaning(warren)).toMatchObject({ done: total, total, problem: null, isChanging: false });
}

const textsOf = ({ body }: ProviderRequest) => body.input as unknown as readonly string[];

/** Answers requests with vectors, except those that `special` answers. */
function answer(
  double: ProviderDouble,
  special: (texts: readonly string[]) => EmbeddingScript | Promise<EmbeddingScript> | undefined,
): void {
  double.answerEmbeddings((request) => special(textsOf(request)) ?? {});
}

test('a first capture is found by words at once, and by meaning once it is indexed', async ({
  page,
  warren,
  double,
}) => {
  await warren.signIn(page);
  await openModels(page);
  await page.getByRole('button', { name: 'Change the embedder' }).click();
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('openai');
  await page.getByRole('combobox', { name: 'Model' }).fill(MODEL);
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await expect(page.getByText('It reads texts, so that passages are found by meaning.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Embedder saved.')).toBeVisible();
  await expect(page.getByRole('main').getByText(NAME)).toBeVisible();

  const release = Promise.withResolvers<EmbeddingScript>();
  answer(double, (texts) => (texts.includes(CAR) ? release.promise : undefined));
  await backToLibrary(page);
  await capture(page, CAR);
  await search(page).fill('surprising');
  await expect(row(page, CAR)).toBeVisible();
  await expect(article(page, CAR)).toContainText('words');
  await expect(foundLine(page)).toContainText('1 source is still being read for meaning.');
  await search(page).fill(LIKE_CAR);
  await expect(page.getByText('Nothing has these words')).toBeVisible();
  await expect(foundLine(page)).toContainText('1 source is still being read for meaning.');

  release.resolve({});
  await expect(row(page, CAR)).toBeVisible();
  await expect(article(page, CAR)).toContainText('meaning');
  await expect(foundLine(page)).toContainText('1 by meaning, 0 by words');
  await expect(search(page)).toBeFocused();
  await expect(meaning(page)).toHaveCount(0);

  const read = Promise.withResolvers<EmbeddingScript>();
  answer(double, (texts) => (texts.includes(COFFEE) ? read.promise : undefined));
  await capture(page, COFFEE);
  const [answered, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    /search\?.*by=both/,
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await shown.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await search(page).fill('caffeine sleep');
  await answered.promise;
  read.resolve({});
  await expect(meaning(page)).toHaveCount(0);
  await expect(foundLine(page)).toHaveText('Nothing found.');
  // The page also asks before the source is read; that answer is not the last one.
  shown.resolve();
  await expect(article(page, COFFEE)).toContainText('meaning');
});

test('with a slow embedder words are found at once, meaning joins, and the page shows the progress', async ({
  page,
  warren,
  double,
}) => {
  await useDouble(warren);
  await addNotes(warren, [CAR, 'The automobile club has a garden.', 'An automobile without wheels.']);
  await untilIndexed(warren, 3);
  await openLibrary(page, warren);

  await test.step('meaning joins the words without moving the focus', async () => {
    const release = Promise.withResolvers<EmbeddingScript>();
    answer(double, (texts) => (texts[0] === LIKE_CAR ? release.promise : undefined));
    await search(page).fill('automobile');
    await expect(list(page).getByRole('article')).toHaveCount(3);
    await search(page).fill(LIKE_CAR);
    await expect(foundLine(page)).toContainText(/^2 by words/);
    await expect(list(page).getByRole('article')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = list(page).getByRole('article').nth(1).getByRole('link');
    await expect(second).toBeFocused();
    const focused = await second.textContent();

    // A search waits only a few seconds for its vector.
    release.resolve({});
    await expect(row(page, CAR)).toBeVisible();
    await expect(page).toHaveURL(/q=automobile\+cost/);
    await expect(foundLine(page)).toContainText('by meaning');
    await expect(second).toBeFocused();
    await expect(second).toHaveText(focused ?? '');
    await expect(list(page).getByRole('article').nth(2)).toContainText(CAR);
    await search(page).fill('');
  });

  await test.step('search can be tried while it reads', async () => {
    const release = [Promise.withResolvers<EmbeddingScript>(), Promise.withResolvers<EmbeddingScript>()];
    let batches = 0;
    answer(double, (texts) =>
      texts.some((text) => text.startsWith('Note')) ? release[batches++]?.promise : undefined,
    );
    await addNotes(
      warren,
      Array.from({ length: 37 }, (_, index) => `Note ${index} about cars.`),
    );
    await page.reload();
    await expect(meaning(page)).toContainText('Reading for meaning, 3 of 40 passages');
    release[0]?.resolve({});
    await expect(meaning(page)).toContainText('35 of 40 passages');
    await expect(meaning(page).getByRole('progressbar')).toHaveAttribute('value', '0.875');

    await openModels(page);
    await page.getByRole('button', { name: 'Try it with the embedder' }).click();
    await expect(page.getByText('It reads texts, so that passages are found by meaning.')).toBeVisible();
    await backToLibrary(page);
    await expect(meaning(page)).toContainText('35 of 40 passages');
    release[1]?.resolve({});
    await expect(meaning(page)).toHaveCount(0);
    await untilIndexed(warren, 40);
  });
});

test('while the embedder fails, words serve and the page says why; indexing continues once it works', async ({
  page,
  warren,
  double,
}) => {
  await useDouble(warren);
  answer(double, () => ({ status: 500, message: 'The disks are full' }));
  await openLibrary(page, warren);

  await test.step('a failure from the beginning is reported at the search field', async () => {
    await capture(page, CAR);
    await expect(problem(page)).toContainText('The disks are full');
    await page.setViewportSize({ width: 390, height: 800 });
    await search(page).fill('surprising');
    await expect(row(page, CAR)).toBeVisible();
    await expect(byWordsAlone(page)).toContainText('The disks are full');
    await page.setViewportSize({ width: 1280, height: 800 });
    await search(page).fill('');
    answer(double, () => undefined);
    await untilIndexed(warren, 1);
  });

  await test.step('a later failure keeps the sources that were read', async () => {
    answer(double, () => ({ status: 500, message: 'The disks are full' }));
    await capture(page, COFFEE);
    await expect(problem(page)).toContainText('the embedder’s model did not answer: “The disks are full”.');
    await expect(problem(page)).toContainText('It goes on by itself. Until then, new sources are found by words.');
    await expect(problem(page).getByRole('link', { name: 'Open the settings' })).toBeVisible();
    await expect(meaning(page)).toContainText('1 of 2 passages');
    await search(page).fill('espresso');
    await expect(row(page, COFFEE)).toBeVisible();
    await expect(byWordsAlone(page)).toContainText('Searched by words alone.');
    await expect(byWordsAlone(page)).toContainText('The disks are full');
    await expect(byWordsAlone(page)).toContainText(/Try again in/);

    answer(double, () => undefined);
    await expect(meaning(page)).toHaveCount(0);
    await expect(byWordsAlone(page)).toHaveCount(0);
    await expect(foundLine(page)).toContainText('by meaning');
    await search(page).fill('caffeine sleep');
    await expect(article(page, COFFEE)).toContainText('meaning');
  });

  await test.step('vectors of a wrong dimension are refused with the role and the setting, and nothing is mixed', async () => {
    await search(page).fill('');
    answer(double, () => ({ dimension: 512 }));
    await capture(page, SEA);
    await expect(problem(page)).toContainText('for the embedder’s model');
    await expect(problem(page)).toContainText('vectors of 512 numbers instead of 1536');
    await expect(problem(page)).toContainText('check the address and the model in Settings, under Models.');
    await expect(meaning(page)).toContainText('2 of 3 passages');
    await search(page).fill('ocean');
    await expect(row(page, SEA)).toBeVisible();
    await expect(byWordsAlone(page)).toContainText('vectors of 512 numbers instead of 1536');
    expect(await readMeaning(warren)).toMatchObject({ done: 2, total: 3 });

    await openModels(page);
    await page.getByRole('button', { name: 'Try it with the embedder' }).click();
    await expect(page.getByText('vectors of 512 numbers instead of 1536')).toBeVisible();
    answer(double, () => undefined);
    await backToLibrary(page);
    await expect(meaning(page)).toHaveCount(0);
    await search(page).fill(LIKE_CAR);
    await expect(article(page, CAR)).toContainText('meaning');
  });

  await test.step('a provider that accepts no more requests is retried later', async () => {
    await search(page).fill('');
    answer(double, () => ({ status: 429, retryAfter: '1' }));
    await capture(page, 'Tea has leaves.');
    await expect(problem(page)).toContainText('accepts no more requests for the embedder’s model right now.');
    await expect(problem(page)).toContainText('It goes on by itself.');
    answer(double, () => undefined);
    await expect(meaning(page)).toHaveCount(0);
    await untilIndexed(warren, 4);
  });
});

/** The model whose vectors search uses. */
async function searchModel(warren: Warren): Promise<string | null> {
  return (await warren.api<SearchAnswer>('GET', '/api/library/search?q=what+does+a+vehicle+cost')).meaning.model;
}

test('after a change of the embedder the old vectors serve until the new ones are complete', async ({
  page,
  warren,
  double,
}) => {
  await addNotes(warren, [CAR, COFFEE, SEA]);
  await untilIndexed(warren, 3);
  const { model: embedded, isEmbedded } = await readMeaning(warren);
  expect(isEmbedded).toBe(true);
  const release = Promise.withResolvers<EmbeddingScript>();
  answer(double, (texts) => (texts.includes(CAR) ? release.promise : undefined));

  await warren.signIn(page);
  await openModels(page);
  await page.getByRole('button', { name: 'Change the embedder' }).click();
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('openai');
  await page.getByRole('combobox', { name: 'Model' }).fill(MODEL);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Embedder saved.')).toBeVisible();
  await backToLibrary(page);
  await expect(meaning(page)).toContainText('A new model reads your sources, 0 of 3 passages');
  await expect(meaning(page)).toContainText('Until then search uses the model before it.');
  await search(page).fill('what does a vehicle cost');
  await expect(article(page, CAR)).toContainText('meaning');
  expect(await searchModel(warren)).toBe(embedded);

  release.resolve({});
  await expect(meaning(page)).toHaveCount(0);
  expect(await searchModel(warren)).toBe(NAME);
  await expect(article(page, CAR)).toContainText('meaning');
  const { roles } = await warren.api<ModelSettings>('GET', '/api/models');
  expect(roles.find(({ id }) => id === 'embedder')).toMatchObject({ playedBy: NAME, isEmbedded: false });

  await page.getByRole('button', { name: /^Free [\d.]+ KB$/ }).click();
  await expect(page.getByRole('button', { name: /^Free/ })).toHaveCount(0);
  expect((await readMeaning(warren)).leftBytes).toBe(0);
  expect(await searchModel(warren)).toBe(NAME);
});
