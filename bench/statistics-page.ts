import { seedLearner } from '../fixtures/reviews/seed-learner.ts';
import { atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { forkMetered } from './support/metered-process.ts';
import { withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const REVIEWS = 100_000;
const YEARS = 5;
const COLD_RUNS = 3;
const RUNS = 20;
const BUDGET_MS = 150;
const LAG_BUDGET_MS = 50;

/** The data of the statistics page and of a set's page over 100,000 reviews, from the request to the last byte. */
export function statisticsPage(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const learner = { seed: 1, reviews: REVIEWS, years: YEARS, until: Date.now() };
    const { token, ...life } = await withStore(home, (store) => seedLearner(store, home, learner));
    const largest = Map.groupBy(life.points, ({ setIndex }) => setIndex);
    const [index = 0, points = []] = [...largest].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    const cold: number[] = [];
    const again: number[] = [];
    const ofSet: number[] = [];
    let lag = 0;
    for (let run = 0; run < COLD_RUNS; run += 1) {
      const server = await forkMetered('bench-server.ts', [home]);
      const ask = (path: string) => timeOf(`${server.url}${path}`, token);
      await ask('/api/recall/sets');
      await server.start();
      cold.push(await ask('/api/recall/statistics'));
      lag = Math.max(lag, (await server.stop()).lagP99Ms);
      if (run === 0)
        for (let time = 0; time < RUNS; time += 1) {
          again.push(await ask('/api/recall/statistics'));
          ofSet.push(await ask(`/api/recall/sets/${life.sets[index]?.id ?? ''}/statistics`));
        }
      await server.end();
    }
    const row = (name: string, what: string, value: number) => atMost(BUDGET_MS, { name, what, value, unit: 'ms' });
    return [
      row(
        'statistics-cold',
        `all statistics of ${REVIEWS} reviews, the first request to a server that has just started, median of ${cold.length}`,
        median(cold),
      ),
      row('statistics', `the same again, p95 of ${RUNS}`, percentile(again, 0.95)),
      row('statistics-set', `those of a set of ${points.length} points, p95 of ${RUNS}`, percentile(ofSet, 0.95)),
      atMost(LAG_BUDGET_MS, {
        name: 'statistics-lag',
        what: 'how late others were served meanwhile, p99, worst of the first times',
        value: lag,
        unit: 'ms',
      }),
    ];
  });
}

async function timeOf(url: string, token: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  return performance.now() - began;
}
