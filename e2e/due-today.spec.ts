import type { TokenAnswer } from '#account/protocol.ts';
import type { PastSessions } from '#modes/recall/reviews/protocol.ts';
import type { SetSummary, Today } from '#modes/recall/sets/protocol.ts';

import { programOf } from '../fixtures/server/program.ts';
import { expectAccessible } from './accessible.ts';
import { expectStill } from './moves.ts';
import { covered, expect, say, settled, test, type Warren } from './warren.ts';

const SETS: Readonly<Record<string, readonly string[]>> = {
  'The French Revolution': [
    'The Bastille was stormed in July 1789.',
    'The monarchy was abolished in September 1792.',
    'Robespierre led the Committee of Public Safety.',
    'Napoleon seized power in November 1799.',
  ],
  Rivers: [
    'The Danube flows into the Black Sea.',
    'The Nile crosses the Sahara desert.',
    'The Rhine rises in the Swiss Alps.',
    'The Volga is the longest river in Europe.',
  ],
  Coffee: [
    'Caffeine blocks adenosine receptors.',
    'Robusta beans hold more caffeine than arabica beans.',
    'Espresso is brewed under nine bars of pressure.',
  ],
  Bridges: [
    'An arch carries its load by compression.',
    'Suspension bridges hang their deck from steel cables.',
    'A cantilever is anchored at one end only.',
  ],
};

async function addSets({ api }: Warren): Promise<void> {
  const { sets } = await api<{ sets: SetSummary[] }>('GET', '/api/recall/sets');
  for (const { id } of sets) await api('DELETE', `/api/recall/sets/${id}`);
  for (const [title, points] of Object.entries(SETS)) {
    const { id } = await api<SetSummary>('POST', '/api/recall/sets', { title });
    await api('POST', `/api/recall/sets/${id}/paste`, { text: points.join('\n') });
  }
}

test('a day of 14 points in four sets is one session, which can be left and continued', async ({ page, warren }) => {
  await addSets(warren);
  const [[, [firstPoint = '']] = ['', []]] = Object.entries(SETS);
  const recalledOf14 = (recalled: number) => page.getByRole('img', { name: `${recalled} of 14 recalled` });
  await warren.signIn(page);
  await expect(page.getByText('14 points in 4 sets')).toBeVisible();
  await expectAccessible(page, 'Today with several sets');
  await page.getByRole('button', { name: 'Recall all that is due' }).click();
  await expect(page.getByText('14 points from 4 sets, one set after the other.')).toBeVisible();
  await expect(page.getByText(/^Due today, \d+ \w+$/).first()).toBeVisible();

  await test.step('an unfinished session shows its progress and time, and its sets are not offered again', async () => {
    await say(page, firstPoint);
    await settled(page);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Today/ })
      .first()
      .click();
    await expect(page.getByText(/^1 of 14 recalled, .+ \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText('All that is due waits in a session you left.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(recalledOf14(1)).toBeVisible();
  });

  await test.step('nothing moves when the data of a page arrive', async () => {
    const session = page.url();
    const [set] = (await warren.api<Today>('GET', '/api/recall/today')).sets;
    for (const path of ['/', `/recall/${set?.id}`, '/library']) await expectStill(page, `${warren.server.url}${path}`);
    await expectStill(page, session);
    // Like on a slow link: late data must not push content that was painted before.
    await page.route('**/api/**', async (route) => {
      await page.waitForTimeout(300);
      await route.continue().catch(() => undefined);
    });
    for (const path of ['', '/recall', '/models', '/backups', '/about'])
      await expectStill(page, `${warren.server.url}/settings${path}`);
    await page.unroute('**/api/**');
    await page.goto(session);
    await expect(recalledOf14(1)).toBeVisible();
  });

  await test.step('one set follows the other', async () => {
    let recalled = 0;
    for (const [title, points] of Object.entries(SETS)) {
      // The tutor asks for the sets one after another.
      if (recalled > 0) await expect(page.getByText(`what you remember of “${title}”`).first()).toBeVisible();
      for (const point of points) {
        if (recalled > 0) {
          await say(page, point);
          await settled(page);
        }
        recalled += 1;
        await expect(recalledOf14(recalled)).toBeVisible();
      }
    }
  });

  await expect(covered(page)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(SETS['Bridges']?.[2] ?? '').first()).toBeVisible();
  for (const { id, points } of (await warren.api<Today>('GET', '/api/recall/today')).sets)
    await expect
      .poll(async () => (await warren.api<PastSessions>('GET', `/api/recall/sets/${id}/sessions`)).sessions)
      .toMatchObject([{ status: 'complete', recalled: points, total: points }]);
  expect((await warren.api<Today>('GET', '/api/recall/today')).ready).toBe(0);
});

test('proposed points are added once they were read, and a question of the program opens a session', async ({
  page,
  warren,
}) => {
  const { sets } = await warren.api<{ sets: SetSummary[] }>('GET', '/api/recall/sets');
  for (const { id } of sets) await warren.api('DELETE', `/api/recall/sets/${id}`);
  const { token } = await warren.api<TokenAnswer>('POST', '/api/access-tokens', { name: 'Agent', scopes: ['recall'] });
  const program = programOf({ url: warren.server.url, token, client: 'Claude Code' });
  const answer = await program.call('propose_points', {
    set: 'Networks',
    points: [
      { text: 'Port 0 means that the kernel chooses.', question: 'What does port 0 mean?', context: 'Ports' },
      { text: 'The test ran at night.', question: 'When did the test run?' },
    ],
  });
  expect(answer.text).toContain(`${warren.server.url}/recall/proposed`);
  const waiting = page.getByRole('link', { name: '2 points proposed by Claude Code' });
  const tray = page.getByRole('dialog', { name: 'Proposed points' });

  await test.step('the person changes one proposal, removes the other, and can undo both', async () => {
    await warren.signIn(page);
    await waiting.click();
    await expect(tray.getByText('Under “Ports”.')).toBeVisible();
    await expect(tray.getByRole('textbox', { name: 'Name' })).toHaveValue('Networks');
    await expectAccessible(page, 'Proposed points');
    await tray.getByRole('checkbox', { name: /^Keep Point 2/u }).uncheck();
    await tray.getByRole('textbox', { name: 'Point 1', exact: true }).fill('Port 0 lets the kernel choose.');
    // The change survives a reload.
    await page.reload();
    await tray.getByRole('button', { name: 'Add 1 point' }).click();
    await expect(tray).toBeHidden();
    await expect(page.getByRole('link', { name: 'Networks' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Networks' })).toBeHidden();
    await waiting.click();
    await tray.getByRole('button', { name: 'Add 2 points' }).click();
    await expect(tray).toBeHidden();
  });

  await test.step('a question in the program leads to a session that asks it', async () => {
    expect((await program.call('due_today')).text).toMatch(
      /^2 points are due today, in 1 set, about \d+ minutes?\.\n/u,
    );
    const { text } = await program.call('quiz_me');
    expect(text).toContain('> What does port 0 mean?');
    expect(text).not.toContain('kernel');
    await page.goto(/http\S+$/u.exec(text)?.[0] ?? '');
    // Programs can open links too, so opening one starts nothing.
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/\/session\//u);
    await expect(page.getByText('What does port 0 mean?')).toBeVisible();
    await say(page, 'Port 0 means that the kernel chooses.');
    await expect(covered(page)).toBeVisible();
  });
});
