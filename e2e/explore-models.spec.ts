import type { AddedSources } from '#library/sources/protocol.ts';
import type { Bucket } from '#library/storage/protocol.ts';

import { answerByRole } from '../fixtures/provider/by-role.ts';
import type { Piece } from '../fixtures/provider/script.ts';
import { expectAccessible } from './accessible.ts';
import { killAndRestart } from './inside.ts';
import { expect, settled, type Warren } from './warren.ts';
import { test } from './with-provider.ts';

const COAL = 'Nobody could list the new uses of coal beforehand.';
const message = { name: 'Your message' };

/** Starts an exploration of a bucket with one source. Returns its id. */
async function begin({ api }: Warren): Promise<string> {
  const { id: bucketId } = await api<Bucket>('POST', '/api/library/buckets', { name: 'Energy' });
  const sources = [{ title: 'Coal memo', content: COAL, kind: 'voice_memo', bucketId }];
  await api<AddedSources>('POST', '/api/library/sources', { sources });
  const id = crypto.randomUUID();
  await api('POST', '/api/sessions', { id, mode: 'explore', bucketId });
  return id;
}

const answering = (...pieces: readonly Piece[]) =>
  answerByRole({
    strategist: () => ({ pieces, usage: { input: 100, output: 20, cacheRead: 900 } }),
    titler: 'Uses nobody could list',
  });

test('an answer cites its sources, an unverified one is marked, and the panel says what the cache saved', async ({
  page,
  warren,
  double,
}) => {
  double.answer(
    answering(
      'You said it **yourself**: nobody saw it coming.',
      { citation: { documentIndex: 0, citedText: 'Nobody could list the new uses' } },
      { citation: { documentIndex: 4, citedText: 'It was foreseen.' } },
    ),
  );
  const id = await begin(warren);
  await warren.open(page, `/session/${id}`);
  const panel = page.getByRole('complementary', { name: 'Sources in context' });
  await expect(page.getByRole('button', { name: /^1 source, .+ tokens, about \$/ })).toBeVisible();
  await page.getByRole('textbox', message).fill('Is there a contrarian take?');
  await page.keyboard.press('Enter');
  const reply = page.locator('[data-author="assistant"]').first();
  await expect(reply).toContainText('You said it yourself: nobody saw it coming.');
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uses nobody could list');
  await expect(panel.getByText('900 from the provider’s cache')).toBeVisible();
  await expectAccessible(page, 'an exploration with a model');
  await reply.getByRole('button', { name: /^Unverified, source 2/ }).click();
  const unknown = page.getByRole('dialog', { name: 'Unknown source' });
  await expect(unknown.getByText('It was foreseen.')).toBeVisible();
  await page.keyboard.press('Escape');
  await reply.getByRole('button', { name: 'Source 1: Coal memo' }).click();
  await expect(page.getByRole('dialog', { name: 'Coal memo' }).locator('mark').first()).toHaveText(
    'Nobody could list the new uses',
  );

  await test.step('a message over the limit of the wire stays in the composer', async () => {
    await page.keyboard.press('Escape');
    const long = 'word '.repeat(60_000);
    await page.getByRole('textbox', message).fill(long);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toContainText('longer than 256 KiB');
    await expect(page.getByRole('textbox', message)).toHaveValue(long);
  });
});

test('a sentence that says more than its source is marked, and the question is asked again without a source', async ({
  page,
  warren,
  double,
}) => {
  const said = 'Certainly nobody lists its 12 uses.';
  double.answer(
    answering(
      said,
      { citation: { documentIndex: 0, citedText: 'Nobody could list the new uses' } },
      { nextBlock: true },
      ' Ask again.',
    ),
  );
  const id = await begin(warren);
  await warren.open(page, `/session/${id}`);
  await page.getByRole('textbox', message).fill('How many uses has it?');
  await page.keyboard.press('Enter');
  const reply = page.locator('[data-author="assistant"]').first();
  await reply.getByRole('button', { name: 'Possibly stronger than the source, source 1: Coal memo' }).click();
  const sheet = page.getByRole('dialog', { name: 'Coal memo' });
  const both = sheet.getByRole('region', { name: 'Possibly stronger than the source' });
  await expect(both).toContainText('“12” does not stand in the cited passage.');
  await expect(both).toContainText(said);
  await expect(both).toContainText(COAL);
  await expectAccessible(page, 'a citation of a stronger sentence');
  await page.keyboard.press('Escape');

  const panel = page.getByRole('complementary', { name: 'Sources in context' });
  await panel.getByRole('button', { name: 'What if this were not there? Coal memo' }).click();
  const dialog = page.getByRole('dialog', { name: 'What if this were not there?' });
  await expect(dialog.getByText(/^Claude Opus 5\.5 gets about [\d,]+ tokens: about \$/)).toBeVisible();
  double.answer(answering('I do not know. Ask again.'));
  await dialog.getByRole('button', { name: 'Ask without it' }).click();
  const without = dialog.getByRole('region', { name: 'Without it' });
  await expect(without.locator('mark')).toHaveText(['I do not know. ']);
  await expect(dialog.getByRole('region', { name: 'With it', exact: true }).locator('mark')).toHaveText([`${said} `]);
  await expectAccessible(page, 'two answers beside each other');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-author="assistant"]')).toHaveCount(1);
  await settled(page);
});

test('an answer is stopped, another survives a crash as interrupted, and two windows show the same', async ({
  page,
  context,
  ownWarren: warren,
  double,
}) => {
  const never = new Promise(() => undefined);
  double.answer(answering('The first half of it. ', never));
  const id = await begin(warren);
  const path = `/session/${id}`;
  await warren.open(page, path);
  const other = await context.newPage();
  await other.goto(`${warren.server.url}${path}`);
  const replies = page.locator('[data-author="assistant"]');
  await page.getByRole('textbox', message).fill('What now?');
  await page.keyboard.press('Enter');
  await expect(other.locator('[data-author="assistant"]')).toContainText('The first half of it.');
  await other.getByRole('button', { name: 'Stop' }).click();
  await expect(replies).toHaveAttribute('data-status', 'interrupted');
  await expect(replies).toContainText('The first half of it.');

  await page.getByRole('textbox', message).fill('And then?');
  await page.keyboard.press('Enter');
  await expect(replies.nth(1)).toContainText('The first half of it.');
  await killAndRestart(page, warren);
  await expect(replies.nth(1)).toHaveAttribute('data-status', 'interrupted');
  await expect(page.getByText('And then?')).toBeVisible();
  double.answer(answering('All of it.'));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(replies.nth(1)).toContainText('All of it.');
  await expect(other.locator('[data-author="assistant"]').nth(1)).toContainText('All of it.');
  await settled(page);
});
