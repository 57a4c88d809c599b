import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { PageHeader } from '#elements/web/page/page-header.tsx';
import { Card, Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { count, figure } from '#elements/web/text/figures.ts';
import { messageOf } from '#http-client/web/api.ts';

import type { RetentionMonth, Statistics } from '../protocol.ts';
import { ChartFigure } from './charts/figure.tsx';
import { DueForecast } from './pictures/due-forecast.tsx';
import { DifficultySpread, StabilitySpread } from './pictures/memory-spreads.tsx';
import { TimeSpent } from './pictures/time-spent.tsx';
import { aboutDuration, dateOf, fullDay, monthName, percent } from './pictures/words.ts';
import { yearAside, YearPicture } from './pictures/year.tsx';
import { statisticsQuery } from './queries.ts';

/** With fewer reviews, the true share can be 20 percentage points away. */
const FEW = 20;
/** With fewer reviews, the memory figures are hidden until the person asks for them. */
const MANY_REVIEWS = 100;
const MONTHS_SUMMED = 3;

export function StatisticsPage() {
  const { data: statistics, error, refetch } = useQuery(statisticsQuery);
  const navigate = useNavigate();
  if (!statistics && !error) return <QuietLoading />;
  return (
    <Page>
      <PageHeader title="Statistics" />
      {!statistics && error && <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />}
      {statistics?.totals.reviews === 0 && (
        <EmptyState
          action={
            <Button look="primary" onClick={() => void navigate({ to: '/recall' })}>
              Go to Recall
            </Button>
          }
        >
          Statistics appear after your first graded point: what you recalled, when points are due, and how long reviews
          take.
        </EmptyState>
      )}
      {statistics && statistics.totals.reviews > 0 && <Charts statistics={statistics} />}
    </Page>
  );
}

function Charts({ statistics }: { readonly statistics: Statistics }) {
  const { today, year, runs, forecast, totals } = statistics;
  const memory = (
    <div className="grid gap-4 @min-[960px]:grid-cols-12">
      <MemoryCards statistics={statistics} />
    </div>
  );
  return (
    <>
      <p className="mt-1.5 text-ink-soft">{leadOf(statistics)}</p>
      <div className="@container mt-6">
        <div className="grid gap-4 @min-[960px]:grid-cols-12">
          <Card title="Reviews in the last year" aside={yearAside(statistics)} className="@min-[960px]:col-span-12">
            <YearPicture today={today} days={year} runs={runs} />
          </Card>
          <Card title="Due forecast" className="@min-[960px]:col-span-7">
            <DueForecast forecast={forecast} />
          </Card>
          <Card title="Time spent" className="@min-[960px]:col-span-5">
            <TimeSpent today={today} days={year} />
          </Card>
        </div>
        <div className="mt-4">
          {totals.reviews >= MANY_REVIEWS ? (
            memory
          ) : (
            <details>
              <summary className="mb-2 w-fit cursor-pointer rounded-small py-1 text-sm text-ink-soft hover:text-ink">
                More, which says little until there are {MANY_REVIEWS} reviews
              </summary>
              {memory}
            </details>
          )}
        </div>
      </div>
    </>
  );
}

/** Estimates about the memory, which need many reviews. */
function MemoryCards({ statistics: { retention, memory } }: { readonly statistics: Statistics }) {
  return (
    <>
      <Card title="True retention" className="@min-[960px]:col-span-12">
        <Retention months={retention} />
      </Card>
      {memory.points > 0 && (
        <>
          <Card title="Stability" className="@min-[960px]:col-span-6">
            <StabilitySpread memory={memory} />
          </Card>
          <Card title="Difficulty" className="@min-[960px]:col-span-6">
            <DifficultySpread memory={memory} />
          </Card>
        </>
      )}
    </>
  );
}

function leadOf({ totals, year, memory }: Statistics): string {
  const since = totals.firstDay === null ? '' : ` since ${fullDay(totals.firstDay)}`;
  const spentMs = year.reduce((sum, day) => sum + day.spentMs, 0);
  const time = spentMs > 0 ? `, ${aboutDuration(spentMs)} in the last year` : '';
  const known =
    memory.points > 0 && totals.reviews >= MANY_REVIEWS
      ? ` You would recall about ${figure(Math.round(memory.expected))} of ${count(memory.points, 'reviewed point')} today.`
      : '';
  return `${count(totals.reviews, 'review')}${since}${time}.${known}`;
}

/** True retention by month, against the desired retention. */
function Retention({ months }: { readonly months: readonly RetentionMonth[] }) {
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

/** A sentence that separates grades the person judged or changed from the others; empty without any. */
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
