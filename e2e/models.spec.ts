import type { Page } from '@playwright/test';

import { answerByRole } from '../fixtures/provider/by-role.ts';
import { ollamaTags } from '../fixtures/provider/local-answers.ts';
import { createProviderDouble, type ProviderDouble } from '../fixtures/provider/provider-double.ts';
import { say as answerWith } from '../fixtures/provider/script.ts';
import { storedText } from '../fixtures/server/stored-text.ts';
import { expectAccessible, expectAccessibleInEveryLook } from './accessible.ts';
import {
  beginSample,
  expect,
  fetchLittle,
  QUICK,
  say,
  startWarren,
  test as base,
  type Warren,
  unfold,
} from './warren.ts';

const KEY = 'sk-ant-only-for-the-double-Qx7Z';
const MODEL = 'small-model:3b';

/** A model provider on loopback, configured in the settings like any other. */
const test = base.extend<{ provider: ProviderDouble }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  provider: async ({}, provide) => {
    const provider = await createProviderDouble({
      answer: () => ({
        ...answerWith('I am here, ', 'ready to read.'),
        usage: { input: 1_200, output: 40, cacheRead: 8_000 },
      }),
      models: ['claude-haiku-4-5-20251001', MODEL],
    });
    await provide(provider);
    await provider.close();
  },
});

async function openModels(page: Page, warren: Warren): Promise<void> {
  if (page.url() === 'about:blank') await warren.signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Models' }).click();
  await unfold(page, 'A model for each role');
}

async function giveKey(page: Page, provider: ProviderDouble): Promise<void> {
  await page.getByRole('button', { name: 'Set up Anthropic' }).click();
  await expect(page.getByRole('textbox', { name: 'Key' })).toBeFocused();
  await page.keyboard.type(KEY);
  await page.getByText('Another address').click();
  await page.getByRole('textbox', { name: 'Address' }).fill(provider.url);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Key saved.')).toBeVisible();
}

/** Everything sent to the page: every response body and socket frame. */
function everythingSent(page: Page): { all(): Promise<string> } {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void bodies.push(Promise.resolve(String(payload)))),
  );
  return { all: async () => (await Promise.all(bodies)).join('\n') };
}

test('a key is entered, tried and never shown', async ({ page, warren, shared, provider }) => {
  const sent = everythingSent(page);
  await openModels(page, warren);
  await expect(page.getByText(/^What is built in asks/)).toBeVisible();
  await giveKey(page, provider);
  await expect(page.getByText(/It answers, and offers 2 models/)).toBeVisible();
  await expect(page.getByText('Your key, ends in …Qx7Z')).toBeVisible();
  await expect(page.getByText(/^What is built in asks/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change Anthropic' })).toBeFocused();

  await page.getByRole('button', { name: 'Try it with the evaluator' }).click();
  await expect(page.getByText('I am here, ready to read.')).toBeVisible();
  await expect(page.getByText(/seconds, \$0\.00/)).toBeVisible();
  expect(Object.values(provider.requests[0]?.headers ?? {}).join(' ')).toContain(KEY);
  expect(provider.requests[0]?.body).toMatchObject({ model: 'claude-haiku-4-5-20251001' });

  await page.reload();
  await page.getByRole('button', { name: 'Change Anthropic' }).click();
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue('');
  expect(await page.content()).not.toContain(KEY);
  expect(await sent.all()).not.toContain(KEY);
  expect(storedText(shared.home)).not.toContain(KEY);
});

test('a rejected key is not saved; one that is rejected later is reported where it was tried, and removed', async ({
  page,
  warren,
  provider,
}) => {
  provider.answerList(401);
  await openModels(page, warren);
  await page.getByRole('button', { name: 'Set up Anthropic' }).click();
  await page.getByText('Another address').click();
  await page.getByRole('textbox', { name: 'Address' }).fill(provider.url);
  await page.getByRole('textbox', { name: 'Key' }).fill(KEY);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('rejected this key');
  await expect(page.getByRole('main').getByText('Built in', { exact: true }).first()).toBeVisible();
  provider.answerList(null);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Key saved. Every role but the checker and the embedder now uses it.')).toBeVisible();

  await test.step('a key that is rejected later', async () => {
    provider.answer(() => ({ status: 401 }));
    await page.getByRole('button', { name: 'Try it with the tutor' }).click();
    await expect(page.getByText(/rejected the key for the tutor/)).toBeVisible();
    await expect(page.getByText(/Check your key/)).toBeVisible();

    await page.getByRole('button', { name: 'Change Anthropic' }).click();
    await page.getByRole('button', { name: 'Remove the key' }).click();
    await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(page.getByText('Key removed.')).toBeVisible();
    await expect(page.getByRole('main').getByText('Built in', { exact: true }).first()).toBeVisible();
  });
});

test('models at a custom address are tried before they are saved, and the choice can be undone', async ({
  page,
  warren,
  provider,
}) => {
  await openModels(page, warren);
  await page.getByRole('button', { name: /^Set up OpenAI/ }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await page.getByRole('combobox', { name: 'Service' }).selectOption('Ollama');
  await expect(address).toHaveValue('http://127.0.0.1:11434/v1');
  await page.getByRole('combobox', { name: 'Service' }).selectOption('Another address');
  await expect(address).toBeFocused();
  await page.keyboard.type('here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('begins with http:// or https://');
  await address.fill(provider.url);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/It answers, and offers 2 models/)).toBeVisible();

  await page.getByRole('button', { name: 'Change the tutor' }).click();
  await page.getByRole('combobox', { name: 'Provider' }).selectOption({ index: 2 });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused();
  await page.keyboard.type('small');
  await expect(page.getByRole('listbox', { name: 'Models' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(MODEL);
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await expect(page.getByText('I am here, ready to read.')).toBeVisible();
  await expect(page.getByText(/seconds, price unknown/)).toBeVisible();
  expect(provider.requests[0]).toMatchObject({ provider: 'openai', body: { model: MODEL } });
  expect((await warren.api<{ roles: { isDefault: boolean }[] }>('GET', '/api/models')).roles[0]?.isDefault).toBe(true);

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Tutor saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the tutor' })).toBeFocused();
  await expect(page.getByRole('main').getByText(MODEL, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('main').getByText('Built in', { exact: true }).first()).toBeVisible();

  await test.step('another embedder indexes the library again', async () => {
    await page.getByRole('button', { name: 'Change the embedder' }).click();
    const providers = page.getByRole('combobox', { name: 'Provider' });
    await expect(providers.getByRole('option')).toHaveText(['Built in', 'OpenAI or compatible']);
    await providers.selectOption('OpenAI or compatible');
    await expect(page.getByText(/your library is indexed again/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: /Longest answer/ })).toHaveCount(0);
    const model = page.getByRole('combobox', { name: 'Model' });
    await model.fill('nomic-embed-text');
    await model.press('Escape');
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    await expect(page.getByText('It reads texts, so that passages are found by meaning.')).toBeVisible();

    provider.answerEmbeddings(() => ({ status: 404 }));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('is not known to');
    provider.answerEmbeddings(() => ({}));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Embedder saved.')).toBeVisible();
    await expect(page.getByRole('main').getByText('nomic-embed-text', { exact: true })).toBeVisible();
  });
});

test(
  'limits are saved and pause the models with a message, and spending is shown',
  {
    tag: '@looks',
  },
  async ({ page, warren, provider }) => {
    await openModels(page, warren);
    await page.getByRole('button', { name: 'Set up Anthropic' }).click();
    await expectAccessibleInEveryLook(page, 'key form');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await giveKey(page, provider);
    await page.getByRole('button', { name: 'Try it with the evaluator' }).click();
    await expect(page.getByText('I am here, ready to read.')).toBeVisible();
    await page.getByRole('button', { name: 'Change the tutor' }).click();
    await page.getByRole('combobox', { name: 'Model' }).press('ArrowDown');
    await expect(page.getByRole('listbox', { name: 'Models' }).getByRole('option').first()).toBeVisible();
    await expectAccessibleInEveryLook(page, 'role form');

    await page.reload();
    await unfold(page, 'Limits');
    await unfold(page, 'The last 30 days');
    const day = page.getByRole('textbox', { name: 'Limit per day, in dollars' });
    await day.fill('lots');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('Enter an amount in dollars');
    await day.fill('0.001');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Enter an amount in dollars');
    await day.fill('0');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Limits saved.')).toBeVisible();
    await expect(page.getByText(/Today’s limit is reached/)).toBeVisible();
    const total = page.getByRole('table', { name: /last 30 days/ });
    await expect(total.getByRole('row', { name: /Evaluator/ })).toContainText('9,200');
    await expect(total.getByRole('row', { name: /Evaluator/ })).toContainText('8,000');
    await expect(page.getByRole('img', { name: /Cost per day/ })).toBeVisible();
    await expectAccessibleInEveryLook(page, 'spending');

    await openModels(page, warren);
    await page.getByRole('button', { name: 'Try it with the evaluator' }).click();
    await expect(page.getByText(/your limit is \$0\.00 a day/)).toBeVisible();
    await unfold(page, 'Limits');
    await expect(day).toHaveValue('0');
    await day.fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Today’s limit is reached/)).toHaveCount(0);
    await expect
      .poll(() => warren.api('GET', '/api/models'))
      .toMatchObject({ limits: { dayMicros: null, monthMicros: null } });
  },
);

test(
  'a model that runs on this machine is offered at first start, and talks after one click',
  { tag: '@looks' },
  async ({ page }) => {
    const ollama = await createProviderDouble({
      answer: answerByRole({ tutor: 'What keeps us awake?' }),
      pages: { '/api/tags': ollamaTags('llama3.2:latest', 'nomic-embed-text:latest') },
    });
    const port = new URL(ollama.url).port;
    await fetchLittle(page);
    const { warren, end } = await startWarren({ ...QUICK, WARREN_LOCAL_MODEL_PORTS: `${port},0,0` });
    const offer = page.getByRole('heading', { name: 'Ollama runs here with llama3.2' });
    await warren.signIn(page);
    await expect(offer).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No language model is set up' })).toHaveCount(0);
    expect(ollama.requests).toEqual([]);
    await expectAccessibleInEveryLook(page, 'a local model at first start');
    await page.getByRole('button', { name: 'Let it be the tutor' }).press('Enter');
    await expect(page.getByText('llama3.2 is the tutor, and has every role that talks.')).toBeVisible();
    await expect(offer).toHaveCount(0);

    await beginSample(page);
    await say(page, 'Sleep has to do with adenosine.');
    await expect(page.getByRole('log').getByText('What keeps us awake?')).toBeVisible();
    expect(new Set(ollama.requests.map(({ body }) => body.model))).toEqual(new Set(['llama3.2:latest']));

    await openModels(page, warren);
    await expect(page.getByRole('main').getByText('llama3.2:latest', { exact: true })).toHaveCount(8);
    await expect(page.getByRole('heading', { name: 'On this machine' })).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('main').getByText('llama3.2:latest', { exact: true })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'On this machine' })).toBeVisible();
    await expectAccessible(page, 'a local model in the settings');
    await end();
    await ollama.close();
  },
);

test.describe('offline', () => {
  test.use({ environment: { ...QUICK, WARREN_OFFLINE: '1', ANTHROPIC_API_KEY: 'sk-unused' } });

  test('an offline server says so and offers no tries', async ({ page, ownWarren }) => {
    await fetchLittle(page);
    await openModels(page, ownWarren);
    await expect(page.getByText(/Warren is offline/)).toBeVisible();
    await expect(page.getByText('Stays on this machine', { exact: true })).toHaveCount(10);
    await expect(page.getByRole('button', { name: /Try it|Check/ })).toHaveCount(0);
  });
});
