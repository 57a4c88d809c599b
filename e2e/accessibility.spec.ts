import { expectAccessible } from './accessible.ts';
import { LOOKS } from './looks.ts';
import { beginSample, covered, expect, ready, sampleAnswers, say, settled, test } from './warren.ts';

for (const { scheme, width, height } of LOOKS)
  test(`every screen is accessible, ${scheme} at ${width} px`, async ({ browser, warren }) => {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(warren.server.url);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page, 'sign-in');
    await page.goto('about:blank');
    await warren.signIn(page);
    await expect(ready(page)).toBeVisible();
    await expectAccessible(page, 'today');

    await page.getByRole('link', { name: 'Recall' }).click();
    await expect(page.getByRole('button', { name: 'New set' })).toBeVisible();
    await expectAccessible(page, 'sets');
    await page
      .getByRole('link', { name: /Caffeine and sleep/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Paste points' })).toBeVisible();
    await expectAccessible(page, 'set');
    await page.getByRole('button', { name: 'Paste points' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'paste');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expectAccessible(page, 'settings');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'palette');
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Today' }).click();
    await beginSample(page);
    await say(page, 'No idea');
    await settled(page);
    await expectAccessible(page, 'session');
    for (const answer of sampleAnswers) {
      await say(page, answer);
      await settled(page);
    }
    await expect(covered(page)).toBeVisible();
    await expectAccessible(page, 'overlay');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Adenosine builds up', { exact: false }).first()).toBeVisible();
    await expectAccessible(page, 'review');
    await context.close();
  });
