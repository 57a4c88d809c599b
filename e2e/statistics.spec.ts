import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { apiOf, type ChildServer, startProcess } from '../fixtures/server/child-server.ts';
import { expectAccessible, expectAccessibleInEveryLook } from './accessible.ts';
import { fetchLittle, goByPalette } from './warren.ts';

const TOP = path.resolve(import.meta.dirname, '..');
const home = mkdtempSync(path.join(tmpdir(), 'warren-statistics-'));
let server: ChildServer;

// In one worker, so that the reviews are written only once.
test.describe.configure({ mode: 'default' });

/** Writes two years of reviews with the project's own script. */
test.beforeAll(async () => {
  const seed = path.join(TOP, 'tools/seed-reviews.ts');
  execFileSync(process.execPath, [seed, path.join(home, 'data'), '--reviews', '1500', '--years', '2']);
  server = await startProcess({ home: path.join(home, 'data'), program: 'built' });
  const { id } = await apiOf(server)<SetDetail>('POST', '/api/recall/sets', { title: 'Not asked for yet' });
  await apiOf(server)('POST', `/api/recall/sets/${id}/paste`, { text: 'Ice floats.\nLead sinks.' });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

interface Statistics {
  today: string;
  totals: { reviews: number };
  year: { day: string; reviews: number }[];
  forecast: { overdue: number; ready: number; days: { day: string; due: number }[] };
  retention: { month: string; reviews: number; recalled: number; share: number }[];
  memory: { stability: { points: number }[]; difficulty: { points: number }[] };
}
interface Today {
  ready: number;
}
interface SetDetail {
  id: string;
  title: string;
  points: number;
  today: { due: number };
  day: string;
  items: { id: string; text: string; dueDay: string | null; retrievability: number | null }[];
}

async function signIn(page: Page): Promise<void> {
  await fetchLittle(page);
  await page.goto(`${server.url}/#token=${server.token}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The cells of a table, row by row, as a screen reader finds them. */
async function rowsOf(page: Page, caption: string): Promise<string[][]> {
  const table = page.getByRole('table', { name: caption });
  await expect(table).toHaveCount(1);
  return table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)));
}

async function firstSet(): Promise<SetDetail> {
  const api = apiOf(server);
  const { sets } = await api<{ sets: SetDetail[] }>('GET', '/api/recall/sets');
  const reviewed = sets.find(({ points, today }) => points > 20 && today.due > 0);
  return api<SetDetail>('GET', `/api/recall/sets/${reviewed?.id ?? ''}`);
}

const figure = (value: number) => value.toLocaleString('en-GB');
const percent = (share: number) => `${Math.round(share * 100)}%`;

test(
  'statistics open from Recall and the palette, and the tables show the server’s numbers',
  {
    tag: '@looks',
  },
  async ({ page }) => {
    await signIn(page);
    await page.getByRole('link', { name: 'Recall' }).click();
    await page.locator('main').getByRole('link', { name: 'Statistics' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeFocused();
    await expect(page.locator('.chart:has(svg)')).toHaveCount(6);
    await expectAccessibleInEveryLook(page, 'statistics');
    await expect(page.locator('.chart:has(svg)')).toHaveCount(6);
    const statistics = await apiOf(server)<Statistics>('GET', '/api/recall/statistics');
    expect(statistics.totals.reviews).toBeGreaterThan(1_400);
    await expect(page.getByText(`${figure(statistics.totals.reviews)} reviews since`)).toBeVisible();
    await expect(page.getByText('until there are 100 reviews')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'True retention' })).toBeVisible();

    const year = await rowsOf(page, 'Reviews by day');
    expect(year.map(([, reviews]) => reviews)).toEqual(
      statistics.year
        .filter(({ reviews }) => reviews > 0)
        .toReversed()
        .map(({ reviews }) => figure(reviews)),
    );
    // Today also asks for new points, so the first day has Today's number.
    const { overdue, ready } = statistics.forecast;
    const dues = statistics.forecast.days.map(({ due }, index) => figure(index === 0 ? ready : due));
    expect(ready).toBe((await apiOf(server)<Today>('GET', '/api/recall/today')).ready);
    expect(ready).toBeGreaterThan(statistics.forecast.days[0]?.due ?? 0);
    await expect(page.getByText(`${figure(ready)} points are ready today`)).toBeVisible();
    expect((await rowsOf(page, 'Points due by day')).map(([, due]) => due)).toEqual(dues.slice(0, 30));
    expect((await rowsOf(page, 'Points due by day'))[0]?.[2]).toBe(figure(overdue));
    await page.getByRole('button', { name: '90 days' }).click();
    expect((await rowsOf(page, 'Points due by day')).map(([, due]) => due)).toEqual(dues);
    expect((await rowsOf(page, 'True retention by month')).map((row) => row.slice(1, 3))).toEqual(
      statistics.retention
        .toReversed()
        .map(({ recalled, reviews, share }) => [`${figure(recalled)} of ${figure(reviews)}`, percent(share)]),
    );
    const { stability, difficulty } = statistics.memory;
    expect((await rowsOf(page, 'Points by stability')).map(([, points]) => points)).toEqual(
      stability.map(({ points }) => figure(points)),
    );
    expect((await rowsOf(page, 'Points by difficulty')).map(([, points]) => points)).toEqual(
      difficulty.map(({ points }) => figure(points)),
    );

    await page.getByRole('link', { name: 'Today' }).click();
    await goByPalette(page, 'Statistics');
    await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();

    await test.step('the keyboard switches between a chart and its table', async () => {
      const toTable = page.getByRole('button', { name: 'Show as a table' }).first();
      await toTable.focus();
      await page.keyboard.press('Enter');
      const numbers = page.getByRole('region', { name: 'Reviews by day' });
      await expect(numbers).toBeVisible();
      await expect.poll(async () => (await numbers.boundingBox())?.height).toBeGreaterThan(100);
      await expectAccessible(page, 'a table');
      await page.getByRole('button', { name: 'Show as a chart' }).click();
      await expect(numbers).toHaveCount(0);
      await expect(page.locator('.chart:has(svg)').first()).toBeVisible();
    });
  },
);

test(
  'a set shows its state, its points except due ones, all of them on request, and past sessions',
  {
    tag: '@looks',
  },
  async ({ page }) => {
    await signIn(page);
    const set = await firstSet();
    await page.goto(`${server.url}/recall/${set.id}`);
    await expect(page.getByRole('heading', { level: 1, name: set.title })).toBeVisible();
    await expect(page.getByText(/At 90% retention this set costs about/)).toBeVisible();
    await expect(page.locator('.chart:has(svg)')).toHaveCount(2);
    const isDue = ({ dueDay }: { dueDay: string | null }) => dueDay !== null && dueDay <= set.day;
    const due = set.items.find(isDue);
    const shown = async () => {
      const content = await page.content();
      return set.items.filter(({ text }) => content.includes(text));
    };
    const number = set.items.indexOf(due!) + 1;

    const bar = page.getByRole('img', { name: /likely to be recalled/ }).first();
    const first = set.items.find(({ retrievability }) => retrievability !== null);
    await expect(bar).toHaveAccessibleName(new RegExp(`^${percent(first?.retrievability ?? 0)} likely`));

    expect(await shown()).not.toHaveLength(0);
    // The page must not give away the points that a session asks for today.
    expect((await shown()).filter(isDue)).toEqual([]);
    const points = page.getByRole('region', { name: 'Points', exact: true });
    await points.getByRole('combobox', { name: 'State' }).selectOption('Due');
    await expect(points.getByRole('button', { name: `Show point ${number}`, exact: true })).toBeVisible();
    await expect.poll(shown).toEqual([]);

    await page.getByRole('button', { name: `Point ${number}`, exact: true }).click();
    await expect(page.getByRole('table', { name: 'Reviews of this point' })).toHaveCount(1);
    await expect(page.locator('.chart:has(svg)')).toHaveCount(3);
    await expectAccessibleInEveryLook(page, 'set with a point');
    await page.getByRole('button', { name: `Show point ${number}`, exact: true }).press('Enter');
    await expect(page.getByText(due?.text ?? '')).toBeVisible();
    expect(await shown()).toEqual([due]);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `Point ${number}`, exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Show the answers' }).click();
    await expect(page.getByRole('button', { name: /^Show point/u })).toHaveCount(0);
    await page.getByRole('button', { name: 'Hide the answers' }).click();
    await expect.poll(async () => (await shown()).length).toBe(1);

    await test.step('all points are shown on request, and links lead to past sessions', async () => {
      await page.reload();
      await expect(page.getByText(/At 90% retention this set costs about/)).toBeVisible();
      await expect(page.locator('.chart:has(svg)')).toHaveCount(2);
      await expect(page.getByRole('button', { name: 'Point 12', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Point 13', exact: true })).toHaveCount(0);
      const showAll = page.getByRole('button', { name: `Show all ${set.points} points` });
      await showAll.scrollIntoViewIfNeeded();
      const last = page.getByRole('button', { name: 'Point 12', exact: true });
      const before = await last.boundingBox();
      await showAll.click();
      await expect(page.getByRole('button', { name: 'Point 13', exact: true })).toBeFocused();
      expect(await last.boundingBox(), 'the list has not moved').toEqual(before);
      await page
        .getByRole('link', { name: /20\d\d, \d\d:\d\d/ })
        .first()
        .click();
      await expect(page).toHaveURL(/\/session\//);
      await expect(page.getByRole('heading', { level: 1, name: set.title })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'By yourself' })).toBeVisible();
    });
  },
);
