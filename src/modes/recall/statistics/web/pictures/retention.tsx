import { useMemo } from 'react';

import { count } from '#elements/web/text/figures.ts';

import type { RetentionMonth } from '../../protocol.ts';
import { Drawing } from '../charts/drawing.tsx';
import { ChartFigure } from '../charts/figure.tsx';
import { dateOf, monthName, percent } from './words.ts';

const load = async () => (await import('../charts/draw-retention.ts')).drawRetention;
const HEIGHT = 220;
/** Below this a month says little: its true share may lie 20 points away. */
const FEW = 20;
const MONTHS_SUMMED = 3;

/** What was recalled of what was known, month by month, against what was wanted. */
export function Retention({ months }: { readonly months: readonly RetentionMonth[] }) {
  const given = useMemo(
    () =>
      months.map((month) => ({
        ...month,
        month: dateOf(`${month.month}-01`),
        isFaint: month.reviews < FEW,
        title: titleOf(month),
      })),
    [months],
  );
  if (months.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        This takes points that come back: it begins when something you knew is asked for again.
      </p>
    );
  return (
    <ChartFigure summary={summaryOf(months)} table={tableOf(months)}>
      <Drawing load={load} given={given} height={HEIGHT} />
    </ChartFigure>
  );
}

function titleOf({ month, recalled, reviews, share, low, high }: RetentionMonth): string {
  const range = `between ${percent(low)} and ${percent(high)}`;
  const words = `${monthName(month)}: ${recalled} of ${reviews} recalled, ${percent(share)}`;
  return reviews < FEW ? `${words}; too few to say more than ${range}` : `${words}, most likely ${range}`;
}

function summaryOf(months: readonly RetentionMonth[]): string {
  const latest = months.slice(-MONTHS_SUMMED);
  const reviews = latest.reduce((sum, month) => sum + month.reviews, 0);
  const recalled = latest.reduce((sum, month) => sum + month.recalled, 0);
  const desired = latest.reduce((sum, month) => sum + month.desired * month.reviews, 0) / reviews;
  const span = latest.length === 1 ? 'In this month' : `In the last ${latest.length} months with reviews`;
  const share = `${span} you recalled ${percent(recalled / reviews)} of ${count(reviews, 'point')} you had known before; you asked for ${percent(desired)}.`;
  const few =
    reviews < FEW
      ? ' That is too few to say whether the schedule fits.'
      : ' Each line spans where the true share may lie; hollow dots are months with few reviews.';
  return `${share}${few}`;
}

function tableOf(months: readonly RetentionMonth[]) {
  return {
    caption: 'True retention by month',
    columns: ['Month', 'Recalled', 'Share', 'Likely between', 'Wanted'],
    rows: months
      .toReversed()
      .map(({ month, reviews, recalled, share, low, high, desired }) => [
        monthName(month),
        `${recalled.toLocaleString('en-GB')} of ${reviews.toLocaleString('en-GB')}`,
        percent(share),
        `${percent(low)} and ${percent(high)}`,
        percent(desired),
      ]),
  };
}
