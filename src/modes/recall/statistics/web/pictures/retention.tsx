import { useMemo } from 'react';

import { count } from '#elements/web/text/figures.ts';

import type { RetentionMonth } from '../../protocol.ts';
import { ChartFigure } from '../charts/figure.tsx';
import { dateOf, monthName, percent } from './words.ts';

/** With fewer reviews, the true share may be 20 percentage points away. */
const FEW = 20;
const MONTHS_SUMMED = 3;

/** True retention by month, against the desired retention. */
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
      <p className="text-sm text-ink-soft">True retention appears once you review a point again on a later day.</p>
    );
  return <ChartFigure kind="retention" given={given} summary={summaryOf(months)} table={tableOf(months)} />;
}

function titleOf({ month, recalled, reviews, share, low, high }: RetentionMonth): string {
  const interval = `95% interval ${percent(low)} to ${percent(high)}`;
  return `${monthName(month)}: ${recalled} of ${reviews} recalled, ${percent(share)}, ${interval}`;
}

function summaryOf(months: readonly RetentionMonth[]): string {
  const latest = months.slice(-MONTHS_SUMMED);
  const reviews = latest.reduce((sum, month) => sum + month.reviews, 0);
  const recalled = latest.reduce((sum, month) => sum + month.recalled, 0);
  const desired = latest.reduce((sum, month) => sum + month.desired * month.reviews, 0) / reviews;
  const span = latest.length === 1 ? 'In this month' : `In the last ${latest.length} months with reviews`;
  const share = `${span} you recalled ${percent(recalled / reviews)} of ${count(reviews, 'point')} you had reviewed before; your desired retention was ${percent(desired)}.`;
  const few =
    reviews < FEW
      ? ' That is too few to tell whether the schedule fits.'
      : ' Lines are 95% confidence intervals; hollow dots are months with few reviews.';
  return `${share}${judgedOf(latest)}${few}`;
}

/** Grades that the person judged or changed are told apart; empty without any. */
function judgedOf(months: readonly RetentionMonth[]): string {
  const sum = (of: (month: RetentionMonth) => number) => months.reduce((total, month) => total + of(month), 0);
  const judged = sum((month) => month.judged);
  if (judged === 0) return '';
  const right = sum((month) => month.judgedRecalled);
  const others = sum((month) => month.reviews) - judged;
  const rest = others === 0 ? '' : `, of the others ${percent((sum((month) => month.recalled) - right) / others)}`;
  return ` Of ${count(judged, 'grade')} that you judged or changed yourself ${percent(right / judged)} were recalled${rest}.`;
}

function tableOf(months: readonly RetentionMonth[]) {
  return {
    caption: 'True retention by month',
    columns: ['Month', 'Recalled', 'Share', '95% interval', 'Judged by you', 'Desired'],
    rows: months
      .toReversed()
      .map(({ month, reviews, recalled, judged, share, low, high, desired }) => [
        monthName(month),
        `${recalled.toLocaleString('en-GB')} of ${reviews.toLocaleString('en-GB')}`,
        percent(share),
        `${percent(low)} to ${percent(high)}`,
        judged.toLocaleString('en-GB'),
        percent(desired),
      ]),
  };
}
