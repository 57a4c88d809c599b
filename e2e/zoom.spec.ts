import { expectAccessible } from './accessible.ts';
import { beginSample, expect, say, settled, test } from './warren.ts';

/** A window of 1440 by 900 at 200 % and at 400 %. */
for (const [zoom, width, height] of [
  ['200 %', 720, 450],
  ['400 %', 360, 225],
] as const)
  test(`at ${zoom} header, question and composer stay usable`, async ({ browser, warren }) => {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await warren.signIn(page);
    await beginSample(page);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Caffeine and sleep' })).toBeVisible();
    for (const name of ['Leave', 'Finish and see results', 'Hint', 'Send'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    const field = page.getByRole('textbox', { name: 'Your answer' });
    await expect(field).toBeInViewport({ ratio: 1 });
    await say(page, 'Adenosine builds up in the brain while we are awake and that makes us sleepy.');
    await settled(page);
    // Two lines of the question, at least.
    const transcript = await page.getByRole('log').boundingBox();
    expect(transcript?.height).toBeGreaterThan(50);
    await expect(page.locator('[data-author=assistant]').last()).toBeInViewport();
    await field.fill('One line.\nAnother line.\nA third line.\nA fourth line.');
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
    await field.fill('');
    await expectAccessible(page, `session at ${zoom}`);
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.goto(`${warren.server.url}/recall`);
    await page.getByRole('button', { name: 'New set' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Bread');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Paste points' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('One.\nTwo.');
    await expect(page.getByRole('button', { name: 'Add 2 points' })).toBeInViewport();
    await expectAccessible(page, `paste at ${zoom}`);
    await context.close();
  });
