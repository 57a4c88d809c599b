import { useQuery } from '@tanstack/react-query';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Card, Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { LeechList } from '#modes/recall/sets/web/leeches/leech-list.tsx';
import { todayQuery } from '#modes/recall/sets/web/queries.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { Forecast } from './forecast.tsx';
import { LeftOff } from './left-off.tsx';
import { ReadySets } from './ready-sets.tsx';
import { dayName, todaySentence } from './today-sentence.ts';

/** What is ready, what was left, and what comes. */
export function TodayPage() {
  const { data: today, error, refetch } = useQuery(todayQuery);
  const { data: sessions } = useQuery(sessionsQuery);
  if (error && !today)
    return (
      <Page>
        <PageHeading title="Today" />
        <Trouble message={messageOf(error)} onRetry={() => void refetch()} />
      </Page>
    );
  if (!today) return <QuietLoading />;
  const unfinished = sessions?.filter(({ status }) => status !== 'complete') ?? [];
  const first = today.forecast[0];
  const ready = today.sets.filter((set) => set.today.due + set.today.fresh > 0 && set.openSession === null);
  return (
    <Page>
      <PageHeading title="Today">{first ? dayName(first.day) : 'Today'}</PageHeading>
      <p className="mt-1.5 text-ink-soft">{todaySentence(today)}</p>
      <div className="@container mt-6">
        <div className="grid gap-4 @min-[960px]:grid-cols-12">
          <Card
            title="Ready to recall"
            className={unfinished.length > 0 ? '@min-[960px]:col-span-7' : '@min-[960px]:col-span-12'}
          >
            <ReadySets ready={ready} hasSets={today.sets.length > 0} hasUnfinished={unfinished.length > 0} />
          </Card>
          {unfinished.length > 0 && (
            <Card title="Where you left off" className="@min-[960px]:col-span-5">
              <LeftOff sessions={unfinished} hasPrimary={ready.length === 0 && today.sets.length > 0} />
            </Card>
          )}
          {today.sets.some((set) => set.leeches > 0) && (
            <Card title="Points that do not stick" className="@min-[960px]:col-span-12">
              <LeechList setId={null} />
            </Card>
          )}
          {today.sets.length > 0 && (
            <Card title="The next two weeks" className="@min-[960px]:col-span-12">
              <Forecast days={today.forecast} />
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}
