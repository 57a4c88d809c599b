import { createEmptyCard } from 'ts-fsrs';

import { tablesOf } from '#database/server/database.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';

import { atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { signInByLink, withBrowser } from './support/browser.ts';
import { launchServer } from './support/launched-server.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { traceFrames } from './support/trace-frames.ts';

const POINTS = 20_000;
const ROWS_AT_ONCE = 500;
const RUNS = 5;
const STEPS = 60;
const STEP_PX = 1_200;
const PAINT_BUDGET_MS = 300;
const FRAME_BUDGET_MS = 16;
const DAY_MS = 86_400_000;

/** A set of 20,000 points, half of them reviewed: from the click in the list to the first rows, and scrolling. */
export function manyPoints(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      await withStore(home, async (store) => {
        const { id: person } = await seedFirstPerson(store, home);
        await seedSet(tablesOf<RecallTables>(store), person);
      });
      const server = await launchServer('bin/warren start', home);
      const page = await browser.newPage();
      try {
        await signInByLink(page, server.link);
        const painted: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          await page.goto(`${server.url}/recall`);
          const link = page.getByRole('link', { name: 'Everything', exact: true });
          await link.waitFor();
          const began = performance.now();
          await link.click();
          await page.getByRole('button', { name: 'Point 5', exact: true }).waitFor();
          painted.push(performance.now() - began);
        }
        await page.getByRole('button', { name: 'Show the answers' }).click();
        await page.getByRole('button', { name: `Show all ${POINTS.toLocaleString('en-GB')} points` }).click();
        const rows = page.locator('[data-point]');
        await page.getByRole('button', { name: /^Show all/u }).waitFor({ state: 'detached' });
        await rows.nth(5).waitFor();
        const box = await rows.nth(5).boundingBox();
        await page.mouse.move((box?.x ?? 0) + 5, 300);
        const frames = await traceFrames(page, async () => {
          for (let step = 0; step < STEPS; step += 1) {
            await page.mouse.wheel(0, STEP_PX);
            await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
          }
        });
        return [
          atMost(PAINT_BUDGET_MS, {
            name: 'many-points',
            what: `from the click on a set of ${POINTS} points to its first rows, median of ${RUNS}`,
            value: median(painted),
            unit: 'ms',
          }),
          atMost(FRAME_BUDGET_MS, {
            name: 'many-points-scroll',
            what: `work of the page in a frame while they are scrolled through, p95 of ${frames.length}`,
            value: percentile(frames, 0.95),
            unit: 'ms',
          }),
        ];
      } finally {
        await page.close();
        await server.stop();
      }
    }),
  );
}

async function seedSet(database: ReturnType<typeof tablesOf<RecallTables>>, person: string): Promise<void> {
  const now = Date.now();
  const set = {
    id: 'everything',
    person_id: person,
    title: 'Everything',
    is_sample: 0,
    created_at: now,
    updated_at: now,
  };
  await database.write(async (trx) => {
    await trx
      .insertInto('recall_sets')
      .values({ ...set, deleted_at: null })
      .execute();
  });
  for (let from = 0; from < POINTS; from += ROWS_AT_ONCE)
    await database.write(async (trx) => {
      const indexes = Array.from({ length: ROWS_AT_ONCE }, (_, index) => from + index);
      const rows = indexes.map((index) => ({
        id: `point-${index}`,
        person_id: person,
        set_id: set.id,
        position: index + 1,
        text: `Answer ${index}: what stands between the ${index % 97}th and the next one, said in a sentence of its own.`,
        question: index % 2 === 0 ? `Which one is number ${index}?` : null,
        context: '',
        tags: `part::${index % 40} kind-${index % 7}`,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      }));
      await trx.insertInto('recall_points').values(rows).execute();
      const cards = indexes
        .filter((index) => index % 2 === 0)
        .map((index) => {
          const due = new Date(now + ((index % 60) - 10) * DAY_MS);
          const last = new Date(now - (1 + (index % 30)) * DAY_MS);
          const card = { ...createEmptyCard(now), due, stability: 1 + (index % 50), difficulty: 5, reps: 2, state: 2 };
          return {
            point_id: `point-${index}`,
            person_id: person,
            due_at: due.getTime(),
            card: JSON.stringify({ ...card, last_review: last, day: last.toISOString().slice(0, 10) }),
            reviews: 2,
            updated_at: now,
          };
        });
      await trx.insertInto('point_cards').values(cards).execute();
    });
}
