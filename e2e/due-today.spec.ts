import type { PastSessions } from '#modes/recall/reviews/protocol.ts';
import type { SetSummary, Today } from '#modes/recall/sets/protocol.ts';

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
  Stars: [
    'The Sun fuses hydrogen into helium.',
    'Red dwarfs live for trillions of years.',
    'A supernova can leave a neutron star behind.',
  ],
  Bees: [
    'Worker bees dance to show where flowers stand.',
    'A queen lays up to two thousand eggs a day.',
    'Drones have no sting.',
  ],
  Printing: [
    'Gutenberg used movable metal type in Mainz.',
    'Lithography prints from a flat stone.',
    'Offset presses transfer ink through a rubber blanket.',
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

test('a day of 23 points in seven sets is one session, which can be left and continued', async ({ page, warren }) => {
  await addSets(warren);
  const [[, [firstPoint = '']] = ['', []]] = Object.entries(SETS);
  const recalledOf23 = (recalled: number) => page.getByRole('img', { name: `${recalled} of 23 recalled` });
  await warren.signIn(page);
  await expect(page.getByText('23 points in 7 sets')).toBeVisible();
  await expectAccessible(page, 'Today with several sets');
  await page.getByRole('button', { name: 'Recall all that is due' }).click();
  await expect(page.getByText('23 points from 7 sets, one set after the other.')).toBeVisible();
  await expect(page.getByText(/^Due today, \d+ \w+$/).first()).toBeVisible();

  await test.step('a session that was left says how far and when, and its sets are not offered again', async () => {
    await say(page, firstPoint);
    await settled(page);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Today/ })
      .first()
      .click();
    await expect(page.getByText(/^1 of 23 recalled, .+ \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText('All that is due waits in a session you left.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(recalledOf23(1)).toBeVisible();
  });

  await test.step('nothing moves when the data of a page arrive', async () => {
    const session = page.url();
    const [set] = (await warren.api<Today>('GET', '/api/recall/today')).sets;
    for (const path of ['/', `/recall/${set?.id}`, '/library']) await expectStill(page, `${warren.server.url}${path}`);
    await expectStill(page, session);
    // As on a slow link: what comes late must not push what was painted before.
    await page.route('**/api/**', async (route) => {
      await page.waitForTimeout(300);
      await route.continue().catch(() => undefined);
    });
    for (const path of ['', '/recall', '/models', '/backups', '/about'])
      await expectStill(page, `${warren.server.url}/settings${path}`);
    await page.unroute('**/api/**');
    await page.goto(session);
    await expect(recalledOf23(1)).toBeVisible();
  });

  await test.step('one set comes after the other', async () => {
    let recalled = 0;
    for (const [title, points] of Object.entries(SETS)) {
      // The tutor asks for one set after the other.
      if (recalled > 0) await expect(page.getByText(`what you remember of “${title}”`).first()).toBeVisible();
      for (const point of points) {
        if (recalled > 0) {
          await say(page, point);
          await settled(page);
        }
        recalled += 1;
        await expect(recalledOf23(recalled)).toBeVisible();
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
