import { existsSync } from 'node:fs';

import type { AccountTables } from '#account/server/tables.ts';
import { tablesOf } from '#database/server/database.ts';
import { measure } from '#modes/recall/scheduling/domain/accuracy.ts';
import { trialEnd } from '#modes/recall/scheduling/domain/fit.ts';
import { foresee, foreseeAverage, type Foreseen } from '#modes/recall/scheduling/domain/foresight.ts';
import { type LoggedReview, toHistories } from '#modes/recall/scheduling/domain/history.ts';
import { DEFAULT_WEIGHTS } from '#modes/recall/scheduling/domain/scheduling.ts';
import type { Accuracy } from '#modes/recall/scheduling/protocol.ts';
import { countedReviews } from '#modes/recall/scheduling/server/counted-reviews.ts';
import { activeWeightsOf, type NamedWeights } from '#modes/recall/scheduling/server/scheduler-settings.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { databaseFile, openBesideServer } from '#platform/database/open-store.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { readSettings, type Settings } from '../settings.ts';

interface Measured {
  readonly published: Accuracy;
  /** Equals the published weights if the person has none of their own. */
  readonly active: Accuracy;
  /** Predicts the overall share of recalled reviews for each. */
  readonly average: Accuracy;
}

interface Report {
  readonly person: string;
  readonly points: number;
  /** Predictable reviews: all except the first of each point, one per day. */
  readonly reviews: number;
  readonly activeIsOwn: boolean;
  readonly all: Measured;
  /** The last fifth, which the person's own weights were tried on. */
  readonly latest: Measured & { readonly reviews: number };
}

/** Measures how well the memory model predicted a person's own reviews. Read-only; works while the server runs. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  const { json, person, data, out } = flags;
  if (positionals.length > 0 || data !== undefined || out !== undefined)
    throw new UsageError(
      'Usage: warren eval scheduling [--person NAME] [--json]. It measures the reviews in the data folder.',
    );
  const read = await readPerson(readSettings(environment), typeof person === 'string' ? person : undefined);
  const report = reportOf(read);
  process.stdout.write(json === true ? `${JSON.stringify(report)}\n` : table(report));
}

interface Read {
  readonly person: string;
  readonly reviews: readonly LoggedReview[];
  readonly active: NamedWeights;
}

async function readPerson(settings: Settings, name: string | undefined): Promise<Read> {
  const { home, databaseUrl } = settings;
  if (databaseUrl === undefined && !existsSync(databaseFile(home)))
    throw new Error(`There are no data in ${home} yet. Start Warren once, or name the data folder in WARREN_HOME.`);
  const store = await openBesideServer({ home, databaseUrl });
  try {
    let people = tablesOf<AccountTables>(store).read.selectFrom('people').select(['id', 'name']).orderBy('created_at');
    if (name !== undefined) people = people.where('name', '=', name);
    const found = await people.executeTakeFirst();
    if (!found) throw new Error(name === undefined ? 'Nobody is there yet.' : `There is nobody named ${name}.`);
    const { read } = tablesOf<RecallTables>(store);
    const reviews: LoggedReview[] = [];
    for await (const piece of countedReviews(read, found.id)) reviews.push(...piece);
    return { person: found.name, reviews, active: await activeWeightsOf(read, found.id) };
  } finally {
    await store.close();
  }
}

function reportOf({ person, reviews, active }: Read): Report {
  const histories = toHistories(reviews);
  const published = foresee(histories, DEFAULT_WEIGHTS.weights);
  const own = foresee(histories, active.weights);
  if (published.length === 0)
    throw new Error(`${person} has recalled no point twice yet: there is nothing to measure.`);
  const from = trialEnd(histories);
  const latest = ({ at }: Foreseen) => at >= from;
  const [publishedLatest, ownLatest] = [published.filter(latest), own.filter(latest)];
  return {
    person,
    points: histories.length,
    reviews: published.length,
    activeIsOwn: active.id !== DEFAULT_WEIGHTS.id,
    all: measuredOf(published, own),
    latest: { reviews: publishedLatest.length, ...measuredOf(publishedLatest, ownLatest) },
  };
}

function measuredOf(published: readonly Foreseen[], active: readonly Foreseen[]): Measured {
  return { published: measure(published), active: measure(active), average: measure(foreseeAverage(published)) };
}

function table({ person, points, reviews, activeIsOwn, all, latest }: Report): string {
  const rows: (readonly string[])[] = [];
  for (const [title, measured] of [
    [`all ${figure(reviews)} reviews`, all],
    [`the latest ${figure(latest.reviews)}`, latest],
  ] as const) {
    rows.push([title, 'log loss', 'RMSE(bins)', 'AUC']);
    rows.push(row('  published weights', measured.published));
    if (activeIsOwn) rows.push(row('  weights in use', measured.active));
    rows.push(row('  the average, always', measured.average));
  }
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((each) => each[column]?.length ?? 0)));
  const lines = rows.map((each) =>
    each
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return `${[
    `${person}: ${figure(points)} points, of which each review but the first was foreseen (one a day)`,
    '',
    ...lines,
    '',
    'Log loss and RMSE(bins): less is better. AUC: 0.5 tells nothing apart, 1 everything.',
    activeIsOwn
      ? 'The weights in use were fitted to these reviews: in advance they would have done a little worse.'
      : 'The published weights are in use.',
  ].join('\n')}\n`;
}

function row(title: string, { logLoss, rmseBins, auc }: Accuracy): readonly string[] {
  return [title, logLoss.toFixed(4), rmseBins.toFixed(4), auc === null ? '-' : auc.toFixed(4)];
}

function figure(value: number): string {
  return value.toLocaleString('en');
}
