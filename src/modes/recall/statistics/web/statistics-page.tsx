import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Card, Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { count, figure } from '#elements/web/text/figures.ts';
import { messageOf } from '#http-client/web/api.ts';

import type { Statistics } from '../protocol.ts';
import { DueForecast } from './pictures/due-forecast.tsx';
import { DifficultySpread, StabilitySpread } from './pictures/memory-spreads.tsx';
import { Retention } from './pictures/retention.tsx';
import { TimeSpent } from './pictures/time-spent.tsx';
import { aboutDuration, fullDay } from './pictures/words.ts';
import { YearPicture, yearAside } from './pictures/year.tsx';
import { statisticsQuery } from './queries.ts';

/** The statistics of all sets. */
export function StatisticsPage() {
  const { data: statistics, error, refetch } = useQuery(statisticsQuery);
  const navigate = useNavigate();
  if (!statistics && !error) return <QuietLoading />;
  return (
    <Page>
      <PageHeading title="Statistics" />
      {!statistics && error && <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />}
      {statistics?.totals.reviews === 0 && (
        <EmptyState
          action={
            <Button look="primary" onClick={() => void navigate({ to: '/recall' })}>
              Go to Recall
            </Button>
          }
        >
          Statistics appear after your first finished session: what you recalled, when points are due, and how long
          reviews take.
        </EmptyState>
      )}
      {statistics && statistics.totals.reviews > 0 && <Charts statistics={statistics} />}
    </Page>
  );
}

function Charts({ statistics }: { readonly statistics: Statistics }) {
  const { today, year, runs, forecast, retention, memory } = statistics;
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
        </div>
      </div>
    </>
  );
}

function leadOf({ totals, year, memory }: Statistics): string {
  const since = totals.firstDay === null ? '' : ` since ${fullDay(totals.firstDay)}`;
  const spentMs = year.reduce((sum, day) => sum + day.spentMs, 0);
  const time = spentMs > 0 ? `, ${aboutDuration(spentMs)} in the last year` : '';
  const known =
    memory.points > 0
      ? ` You would recall about ${figure(Math.round(memory.expected))} of ${count(memory.points, 'reviewed point')} today.`
      : '';
  return `${count(totals.reviews, 'review')}${since}${time}.${known}`;
}
