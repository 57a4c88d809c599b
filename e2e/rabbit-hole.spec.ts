import type { Page } from '@playwright/test';

import type { SetDetail } from '#modes/recall/sets/protocol.ts';

import { expectAccessible, expectAccessibleInEveryLook } from './accessible.ts';
import { answer, ask, banner, beginOn, circles, comeBack, enter, open, prompt, replies } from './inside.ts';
import { beginSample, cable, covered, expect, sampleAnswers, test, type Warren } from './warren.ts';

const TANGENT = 'Wait, do cold-blooded animals like lizards have adenosine too?';

/** The events of the trunk's log. */
async function trunkOf(page: Page, warren: Warren): Promise<readonly string[]> {
  const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { events } = await warren.api<{ events: { thread?: string; content?: string }[] }>(
    'GET',
    `/api/sessions/${session}/events?before=1000000`,
  );
  return events.flatMap(({ thread, content }) => (thread === 'trunk' && content !== undefined ? [content] : []));
}

test(
  'a tangent leads to the invitation, into the hole, and back to the same place in the session',
  {
    tag: '@looks',
  },
  async ({ page, warren }) => {
    const { frames } = await cable(page);
    await warren.signIn(page);
    await beginSample(page);
    // The detector is silent in the first two exchanges.
    for (const words of [sampleAnswers[0] ?? '', 'I do not remember', TANGENT]) await answer(page, words);
    await expect(prompt(page)).toBeVisible();
    await expectAccessibleInEveryLook(page, 'the prompt');
    const trunk = await trunkOf(page, warren);
    await expect(circles(page)).toHaveAccessibleName('1 of 8 recalled');
    await enter(page);
    await expect(circles(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /waits at/ })).toBeVisible();
    await expect(page.getByText(TANGENT)).toHaveCount(0);
    await ask(page, 'What else is there about sleep?');
    await expectAccessibleInEveryLook(page, 'the hole');
    // The person says the point inside, in other words and before an agent told it: it is credited silently.
    await ask(page, sampleAnswers[4] ?? '');
    await expect(page.getByText('recalled', { exact: false })).toHaveCount(0);
    const told = await replies(page).last().innerText();
    await page.reload();
    await expect(banner(page)).toBeVisible();
    await expect(replies(page).last()).toHaveText(told, { useInnerText: true });
    await ask(page, 'And birds?');

    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Return to the session?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(banner(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Return', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeFocused();
    await expect(page.getByText(/You explored .+ for .+\./)).toBeVisible();
    await expectAccessible(page, 'what stays of the hole');
    await expect(circles(page)).not.toHaveAccessibleName('1 of 8 recalled');
    expect((await trunkOf(page, warren)).slice(0, trunk.length)).toEqual(trunk);
    await expect(page.getByText('And birds?')).toHaveCount(0);
    await answer(page, sampleAnswers[1] ?? '');
    await expect(replies(page).last()).not.toContainText(/lizard|bird|tangent/i);
    expect(frames.filter((frame) => /"hidden"|"reasoning"|"verdict"/.test(frame))).toEqual([]);
  },
);

test('holes are opened by hand: a set is completed inside, findings are kept, and a hole is read and entered again', async ({
  page,
  warren,
}) => {
  const points = ['Caffeine blocks adenosine receptors.', 'The half-life of caffeine is five hours.'];
  await beginOn(page, warren, points);
  await open(page, 'any order');
  await comeBack(page);
  await expect(page.getByText(/You explored any order/)).toBeVisible();
  await open(page, 'you remember');
  for (const point of points) await ask(page, point);
  await expect(covered(page)).toHaveCount(0);
  await comeBack(page);
  await expect(covered(page)).toBeVisible();
  await expect(circles(page)).toHaveAccessibleName('2 of 2 recalled');
  await expect(page.getByText(/You explored/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Done', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Coffee' })).toBeVisible();

  await test.step('findings are kept in the set, and the set lists its tangents', async () => {
    const setId = await beginOn(page, warren, [
      'Caffeine is a methylxanthine that blocks adenosine receptors.',
      'The half-life of caffeine is five hours.',
    ]);
    await open(page, 'you remember');
    await ask(page, 'What is caffeine?');
    await comeBack(page);
    await page.getByRole('button', { name: 'Keep what I found' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    // The embedded explorer's words come from the set itself, so none is proposed again.
    await expect(dialog.getByText('What was said in it is in the set already.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add my own' }).click();
    await dialog.getByRole('textbox').first().fill('Caffeine belongs to the methylxanthines.');
    await dialog.getByRole('button', { name: 'Keep 1 point' }).click();
    await expect(dialog).toHaveCount(0);
    const { items } = await warren.api<SetDetail>('GET', `/api/recall/sets/${setId}`);
    expect(items.map(({ text }) => text)).toContain('Caffeine belongs to the methylxanthines.');

    await page.getByRole('button', { name: 'Read: you remember' }).click();
    await expect(page.getByRole('dialog').getByText('What is caffeine?')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Enter again: you remember' }).click();
    await expect(banner(page)).toBeVisible();
    await expect(page.getByText('What is caffeine?')).toBeVisible();
    await comeBack(page);
    await expect(page.getByText(/You explored/)).toHaveCount(2);

    await test.step('a tangent is cut out afterwards, is read like any hole, and is put back', async () => {
      const tangent = 'Which tea did Goethe drink?';
      await answer(page, tangent);
      await replies(page).last().getByRole('button', { name: 'This was a tangent' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'This was a tangent' });
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(/Goethe/);
      await expect(dialog.getByRole('combobox', { name: 'From' })).toContainText(tangent);
      await expectAccessible(page, 'what was a tangent');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Goethe’s tea');
      await page.keyboard.press('Enter');
      await expect(page.getByText('You took Goethe’s tea out as a tangent.')).toBeVisible();
      const said = page.getByRole('log').getByText(tangent);
      await expect(said).toHaveCount(0);
      await page.getByRole('button', { name: 'Read: Goethe’s tea' }).click();
      await expect(page.getByRole('dialog', { name: 'Goethe’s tea' }).getByText(tangent)).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Put back: Goethe’s tea' }).click();
      await expect(said).toBeVisible();
      await expect(page.getByText(/^You took/)).toHaveCount(0);
      // A selection over two messages selects both.
      const bar = page.getByRole('toolbar', { name: 'Selected words' });
      // Rendering the Markdown replaces the text, which ends a selection.
      await expect(async () => {
        await page.evaluate(() => {
          const rows = [...document.querySelectorAll('[data-message-id] [dir=auto]')];
          const [first, last] = [rows.at(-2), rows.at(-1)];
          if (first && last) document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
        });
        await bar.getByRole('button', { name: 'This was a tangent' }).click({ timeout: 3_000 });
      }).toPass();
      await expect(dialog.getByRole('combobox', { name: 'From' })).toContainText(tangent);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });

    await page.goto(`${warren.server.url}/recall/${setId}/tangents`);
    await expect(page.getByText('you remember').first()).toBeVisible();
  });
});
