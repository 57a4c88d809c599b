/**
 * Fills an empty data folder with years of reviews of an invented person, to try out the statistics:
 *
 *     npm run warren -- -x node tools/seed-reviews.ts FOLDER [--reviews 100000] [--years 5] [--seed 1] [--until 2026-11-22]
 *
 * The same seed, length and last day give the same reviews. Start Warren on it with WARREN_HOME=FOLDER.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { databaseFile } from '#platform/database/open-store.ts';

import { withStore } from '../bench/support/store.ts';
import { seedLearner } from '../fixtures/reviews/seed-learner.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    reviews: { type: 'string', default: '100000' },
    years: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
  },
});
const [home] = positionals;
const numbers = { reviews: Number(values.reviews), years: Number(values.years), seed: Number(values.seed) };
const until = values.until === undefined ? Date.now() : Date.parse(`${values.until}T18:00:00Z`);
const problem = problemWith();
if (home === undefined || problem !== null) {
  console.error(problem ?? 'Usage: tools/seed-reviews.ts FOLDER [--reviews N] [--years N] [--seed N] [--until DAY]');
  process.exit(2);
}

const began = performance.now();
const life = await withStore(home, (store) => seedLearner(store, home, { ...numbers, until }));
const reviews = life.sessions.reduce((sum, session) => sum + session.reviews.length, 0);
const figures = `${reviews} reviews of ${life.points.length} points in ${life.sets.length} sets, ${life.sessions.length} sessions`;
console.log(`Wrote ${figures} to ${home} in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);

function problemWith(): string | null {
  const [wrong] = Object.entries(numbers).find(([, number]) => !Number.isFinite(number) || number <= 0) ?? [];
  if (wrong !== undefined) return `--${wrong} takes a number above 0.`;
  if (!Number.isFinite(until)) return '--until takes a day, for example 2026-11-22.';
  if (home !== undefined && existsSync(databaseFile(home)))
    return `${home} holds data already. Name a folder that does not.`;
  return null;
}
