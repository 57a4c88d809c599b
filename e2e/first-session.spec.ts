import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import {
  beginSample,
  cable,
  covered,
  expect,
  goByPalette,
  ready,
  sampleAnswers,
  say,
  settled,
  test,
} from './warren.ts';

test('from the printed link to a session in which everything is recalled', async ({ page, warren }) => {
  const { frames } = await cable(page);
  await page.goto(warren.link());
  await expect(ready(page)).toBeVisible();
  expect(page.url()).not.toContain('token');
  await beginSample(page);
  await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();

  await say(page, 'I do not remember anything');
  await settled(page);
  const unrecalled = new Set<string>(sampleSet.points.map((point) => point.text));
  for (const [index, answer] of sampleAnswers.entries()) {
    expect([...unrecalled].filter((text) => frames.some((frame) => frame.includes(text)))).toEqual([]);
    await say(page, answer);
    await settled(page);
    await expect(page.getByRole('img', { name: `${index + 1} of 8 recalled` })).toBeVisible();
    unrecalled.delete(sampleSet.points[index]?.text ?? '');
  }

  await expect(covered(page)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(sampleSet.points[0].text)).toBeVisible();
  const { sets } = await warren.api<{ sets: { due: number; fresh: number }[] }>('GET', '/api/recall/sets');
  expect(sets).toMatchObject([{ due: 0, fresh: 0 }]);
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(ready(page)).toHaveCount(0);
});

test('everything can be done with the keyboard', async ({ page, warren }) => {
  await warren.signIn(page);
  const reach = async (role: 'button' | 'link' | 'textbox', name: string) => {
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      const target = page.getByRole(role, { name, exact: true }).first();
      if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    }
    throw new Error(`Tab does not reach ${role} ${name}`);
  };
  await reach('button', 'Begin');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await expect(answer).toBeVisible();
  if (!(await answer.evaluate((element) => element === document.activeElement))) await reach('textbox', 'Your answer');
  await page.keyboard.type('No idea');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('at all');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-author=person]')).toContainText(/No idea\s+at all/);
  await settled(page);
  await goByPalette(page, 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
