import type { Page } from '@playwright/test';

import type { SourceList } from '#library/sources/protocol.ts';

import { addPerson } from '../fixtures/server/add-person.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './warren.ts';

test.use({ serviceWorkers: 'allow' });

/** Sends the request of a share sheet, from an opaque origin. `picture` names a file. */
async function share(page: Page, url: string, { picture, ...words }: Record<string, string>): Promise<void> {
  await page.goto('about:blank');
  await page.evaluate(
    ([action, fields, name]) => {
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'POST', enctype: 'multipart/form-data' });
      for (const [key, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement('input'), { name: key, value }));
      if (name !== undefined) {
        const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
        const chosen = new DataTransfer();
        chosen.items.add(new File([Uint8Array.from([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' }));
        files.files = chosen.files;
        form.append(files);
      }
      document.body.append(form);
      form.submit();
    },
    [`${url}/capture`, words, picture] as const,
  );
}

test('shared content waits in the browser until it is kept, and a capture token can only add', async ({
  page,
  shared,
  warren,
}) => {
  const { url, token } = warren.server;
  const listed = async () => (await warren.api<SourceList>('GET', '/api/library/sources')).sources;
  const text = page.getByRole('textbox', { name: 'Text or links' });
  const asked = page.getByRole('heading', { name: 'Keep this?' });
  const nothing = page.getByRole('heading', { name: 'Nothing waits to be kept' });

  const untaken = await page.request.post(`${url}/capture`, {
    headers: { origin: 'https://elsewhere.example' },
    multipart: { text: 'Not taken' },
  });
  expect([untaken.status(), await untaken.text()]).toEqual([409, expect.stringContaining('Open Warren here once')]);
  expect(await untaken.text()).toContain('name="viewport"');

  await warren.signIn(page);
  // The browser of the tests saves data; the worker must be installed nevertheless.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await share(page, url, { title: 'On the way', text: 'Bees see ultraviolet light.', picture: 'board.jpg' });
  await expect(asked).toBeVisible();
  await expect(text).toHaveValue('Bees see ultraviolet light.');
  await expect(page.getByText('The words in them are not searchable yet')).toBeVisible();
  await expectAccessible(page, 'what was shared');
  expect(await listed()).toEqual([]);
  await page.getByRole('button', { name: 'Keep 2 sources' }).click();
  await expect(nothing).toBeVisible();
  // The toast stays while the mouse is over it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect
    .poll(async () => Object.fromEntries((await listed()).map(({ title, state }) => [title, state])))
    .toEqual({ 'On the way': 'read', board: 'read' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(listed).toEqual([]);

  await share(page, url, { text: 'Not for keeping' });
  await expect(text).toHaveValue('Not for keeping');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(nothing).toBeVisible();
  await page.reload();
  await expect(nothing).toBeVisible();

  await page.context().clearCookies();
  await share(page, url, { text: 'Shared while signed out' });
  await page.getByRole('textbox', { name: 'Your link' }).fill(token);
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('Shared while signed out');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(nothing).toBeVisible();
  await expect.poll(async () => (await listed()).length).toBe(1);

  await share(page, url, { text: 'Seen before others came' });
  await expect(text).toHaveValue('Seen before others came');
  const sent = await page.evaluate(async () => {
    const post = async (value: string | Blob) => {
      const form = new FormData();
      form.set(typeof value === 'string' ? 'text' : 'files', value);
      return new URL((await fetch('/capture', { method: 'POST', body: form })).url).searchParams.get('problem');
    };
    for (let number = 1; number <= 20; number++) await post(`Thing ${number}`);
    return [await post('The last thing'), await post(new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]))];
  });
  expect(sent).toEqual(['dropped', 'large']);
  await page.goto(`${url}/capture?problem=large`);
  await expect(page.getByRole('alert')).toContainText('a file has up to 50 MB');
  await expect(text).toHaveValue('Seen before others came');
  await expect(page.getByText('20 others after this one.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(text).toHaveValue('Thing 2');
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await expect(nothing).toBeVisible();

  // Another person signs in after the sign-in of the first has ended.
  await share(page, url, { text: 'For the first person alone' });
  await expect(text).toHaveValue('For the first person alone');
  await page.context().clearCookies();
  const { token: ofOther } = await addPerson(shared.server, { home: shared.home, name: 'Someone else' });
  await page.goto(`${url}/capture#token=${ofOther}`);
  await expect(nothing).toBeVisible();
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(`${url}/capture#token=${token}`);
  await expect(nothing).toBeVisible();

  const handed = new URLSearchParams({
    url: 'https://example.org/coal',
    title: 'Coal',
    text: 'Nobody listed the uses.',
  });
  await page.goto(`${url}/capture#${handed.toString()}`);
  await expect(page.getByText('From Coal')).toContainText('https://example.org/coal');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect
    .poll(listed)
    .toContainEqual(
      expect.objectContaining({ title: 'Coal', url: 'https://example.org/coal', preview: 'Nobody listed the uses.' }),
    );

  await page.goto(`${url}/settings/capture`);
  await page.getByRole('link', { name: 'Programs', exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Name of a new token' }).fill('Phone');
  await page.getByRole('checkbox', { name: /^Capture only/ }).check();
  await page.getByRole('button', { name: 'Make a token' }).click();
  const captureToken = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(page, 'capture tokens');
  const headers = { authorization: `Bearer ${captureToken}` };
  const kept = await page.request.post(`${url}/api/library/capture`, { headers, multipart: { text: 'By a program' } });
  expect(await kept.json()).toEqual({ kept: 1 });
  expect((await page.request.get(`${url}/api/library/sources`, { headers })).status()).toBe(401);
  await page.getByRole('button', { name: 'Withdraw Phone' }).click();
  await expect(page.getByText('Phone is withdrawn.')).toBeVisible();
  expect((await page.request.post(`${url}/api/library/capture`, { headers, data: { text: 'Late' } })).status()).toBe(
    401,
  );
});
