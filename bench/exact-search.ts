import { atLeast, atMost, type Row } from './row.ts';
import { runScript } from './support/run-script.ts';
import { seedLibrary } from './support/seed-library.ts';
import { seedFirstPerson, seedPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import type { ExactSearchFigures } from './support/time-exact-search.ts';

const PASSAGES_PER_SOURCE = 5;
const DIMENSIONS = [1_536, 384];
const SIZES = [
  { passages: 10_000, budgetMs: 4 },
  { passages: 100_000, budgetMs: 15 },
];
const BUDGET_MB = 200;
const BUDGET_LAG_MS = 50;
const BUDGET_SAME = 0.98;

/** Exact search by meaning over all vectors of a person, with the nearest ones read from the database. */
export function exactSearch(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const people = await withStore(home, async (store) => {
      const ids = [(await seedFirstPerson(store, home)).id, (await seedPerson(store, 'other')).id];
      for (const [index, { passages }] of SIZES.entries())
        await seedLibrary(store, {
          person: ids[index] ?? '',
          sources: passages / PASSAGES_PER_SOURCE,
          passagesPerSource: PASSAGES_PER_SOURCE,
          models: DIMENSIONS.map((dimension) => ({ key: `model-${dimension}`, dimension })),
        });
      return ids;
    });
    const rows: Row[] = [];
    for (const dimension of DIMENSIONS)
      for (const [index, { passages, budgetMs }] of SIZES.entries()) {
        const parameters = [home, people[index] ?? '', String(dimension)];
        const figures = await runScript<ExactSearchFigures>('time-exact-search.ts', parameters);
        rows.push(...rowsOf(figures, { passages, dimension, budgetMs }));
      }
    return rows;
  });
}

function rowsOf(
  figures: ExactSearchFigures,
  { passages, dimension, budgetMs }: { passages: number; dimension: number; budgetMs: number },
): readonly Row[] {
  const name = `exact-search-${passages}-${dimension}`;
  const of = `${passages.toLocaleString('en')} × ${dimension.toLocaleString('en')}`;
  const peer = { what: 'usearch over the same vectors as float32 in memory', value: figures.peerMs };
  const rows = [
    atMost(budgetMs, { name, what: `the ten nearest of ${of}, p50`, value: figures.searchMs, unit: 'ms', peer }),
    atLeast(BUDGET_SAME, {
      name: `${name}-same`,
      what: `share of the true ten nearest of ${of} that are found`,
      value: figures.same,
      unit: '',
    }),
  ];
  if (passages < 100_000) return rows;
  return [
    ...rows,
    atMost(BUDGET_MB, {
      name: `${name}-memory`,
      what: `resident for the index of ${of}, worker thread included`,
      value: figures.residentMb,
      unit: 'MB',
    }),
    atMost(BUDGET_LAG_MS, {
      name: `${name}-load`,
      what: `event-loop lag p99 while ${of} are read in ${(figures.loadMs / 1_000).toFixed(1)} s`,
      value: figures.loadLagMs,
      unit: 'ms',
    }),
  ];
}
