import { seedLearner } from '../fixtures/reviews/seed-learner.ts';
import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { forkMetered } from './support/metered-process.ts';
import { withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const REVIEWS = 100_000;
const YEARS = 5;
const RUNS = 20;
const BUDGET_MS = 50;

/** The pages that Warren opens with, over 100,000 reviews: Today, all sets, and the leeches. */
export function today(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const learner = { seed: 1, reviews: REVIEWS, years: YEARS, until: Date.now() };
    const { token } = await withStore(home, (store) => seedLearner(store, home, learner));
    const server = await forkMetered('bench-server.ts', [home]);
    const rows: Row[] = [];
    for (const [name, what] of [
      ['today', 'Today'],
      ['sets', 'all sets'],
      ['leeches', 'the points that do not stick'],
    ] as const) {
      const took: number[] = [];
      for (let run = 0; run <= RUNS; run += 1) {
        const began = performance.now();
        const response = await fetch(`${server.url}/api/recall/${name}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await response.text();
        if (!response.ok) throw new Error(`${name} was answered with ${response.status}.`);
        // The first run fills the caches of a freshly started server.
        if (run > 0) took.push(performance.now() - began);
      }
      const value = percentile(took, 0.95);
      const row = { name, what: `${what} of ${REVIEWS} reviews, p95 of ${RUNS}`, value, unit: 'ms' };
      rows.push(atMost(BUDGET_MS, row));
    }
    await server.end();
    return rows;
  });
}
