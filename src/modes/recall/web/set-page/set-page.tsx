import { useInfiniteQuery, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef } from 'react';

import { DropPlace } from '#elements/web/drop-place.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Card, Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { ApiProblem, messageOf } from '#http-client/web/api.ts';

import type { SetDetail, SetSummary } from '../../sets/protocol.ts';
import { openImport } from '../../sets/web/from-source/make-points-anywhere.tsx';
import { LEECH_HINT, LeechList } from '../../sets/web/leeches/leech-list.tsx';
import { FIRST_POINTS, setQuery, setsQuery, setStartQuery, todayQuery } from '../../sets/web/queries.ts';
import type { SetStatistics } from '../../statistics/protocol.ts';
import { PastSessionsList } from '../../statistics/web/past-sessions.tsx';
import { SetCurve } from '../../statistics/web/pictures/set-curve.tsx';
import { YearPicture, yearAside } from '../../statistics/web/pictures/year.tsx';
import { pastSessionsQuery, setStatisticsQuery } from '../../statistics/web/queries.ts';
import { PointsSection } from './points-section.tsx';
import { SetHeading } from './set-heading.tsx';

interface SetPageProps {
  readonly setId: string;
  /** Parts that other modes show beside this set's sessions. */
  readonly besideSessions: ReactNode;
}

/** One set: its state, its points, its year and its sessions. Leaves out empty parts. */
export function SetPage({ setId, besideSessions }: SetPageProps) {
  const queries = useQueryClient();
  const listed = useListed(setId);
  const isLong = (listed?.points ?? 0) > FIRST_POINTS && !queries.getQueryData(setQuery(setId).queryKey);
  const { data: start, isPending } = useQuery({ ...setStartQuery(setId), enabled: isLong });
  // Slower queries must not delay the first points.
  const enabled = !isLong || !isPending;
  const { data: whole, error, refetch } = useQuery({ ...setQuery(setId), enabled });
  const statistics = useQuery({ ...setStatisticsQuery(setId), enabled });
  const set = whole ?? start;
  const scroller = useRef<HTMLDivElement>(null);
  if (error && !set) {
    const isGone = error instanceof ApiProblem && error.kind === 'not-found';
    return (
      <Page>
        <PageHeading title={isGone ? 'There is no such set' : 'This set cannot be shown'} />
        {isGone ? (
          <p className="mt-1.5 text-ink-soft">
            It may have been deleted.{' '}
            <Link to="/recall" className="text-accent-text underline underline-offset-2">
              Go to Recall
            </Link>
          </p>
        ) : (
          <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  const shown = set ?? listed;
  if (!shown) return <QuietLoading />;
  return (
    <DropPlace
      words="Drop a file of cards here to see what it would add to this set"
      takes={['Files']}
      onDrop={({ files }) => openImport({ file: files[0], title: shown.title })}
    >
      <Page scroller={scroller}>
        <SetHeading set={shown} statistics={statistics.data} />
        {set ? <SetParts {...{ set, statistics, scroller, besideSessions }} /> : <QuietLoading />}
      </Page>
    </DropPlace>
  );
}

/** The set's summary from a cached list, for its heading while its points load. */
function useListed(setId: string): SetSummary | undefined {
  const queries = useQueryClient();
  const sets = queries.getQueryData(setsQuery.queryKey) ?? queries.getQueryData(todayQuery.queryKey)?.sets;
  return sets?.find(({ id }) => id === setId);
}

interface SetPartsProps extends Pick<SetPageProps, 'besideSessions'> {
  readonly set: SetDetail;
  readonly statistics: UseQueryResult<SetStatistics>;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** With more points, the list extends beside curve and sessions; with fewer, beside the curve. */
const TALL_FROM = 9;

const WHOLE = '@min-[960px]:col-span-12';

function SetParts({ set, statistics: answer, scroller, besideSessions }: SetPartsProps) {
  const { data: statistics, error, refetch } = answer;
  const isReviewed = set.points - set.suspended > set.fresh;
  const isTall = isReviewed && set.items.length >= TALL_FROM;
  const past = useInfiniteQuery(pastSessionsQuery(set.id));
  const pointsWidth = isReviewed ? '@min-[960px]:col-span-5' : WHOLE;
  const hasSessions = isReviewed || past.error !== null || past.data?.pages.some((page) => page.sessions.length > 0);
  const sessions = hasSessions && (
    <Card title="Sessions" aside={besideSessions} className={isTall ? 'order-last @min-[960px]:order-none' : WHOLE}>
      <PastSessionsList setId={set.id} />
    </Card>
  );
  return (
    <div className="@container mt-6">
      <div className="grid items-start gap-4 @min-[960px]:grid-cols-12">
        {isReviewed && (
          // In one column, points come before sessions.
          <div
            className={`contents min-w-0 gap-4 @min-[960px]:col-span-7 @min-[960px]:grid ${isTall ? '' : 'self-stretch'}`}
          >
            <Card title="What you would remember">
              <div className="min-h-[290px]">
                {statistics && <SetCurve statistics={statistics} />}
                {!statistics && error && <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />}
              </div>
            </Card>
            {isTall && sessions}
          </div>
        )}
        {set.items.length === 0 && set.points > 0 ? (
          <Card title="Points" className={pointsWidth}>
            <p className="text-sm text-ink-soft">
              Points are not kept in the browser: you are to recall them, not to read them. They are back with the
              connection.
            </p>
          </Card>
        ) : (
          <PointsSection set={set} scroller={scroller} statistics={statistics} className={pointsWidth} />
        )}
        {set.leeches > 0 && (
          <Card title="Leeches" hint={LEECH_HINT} className={WHOLE}>
            <LeechList setId={set.id} />
          </Card>
        )}
        {isReviewed && statistics && statistics.year.length > 0 && (
          <Card title="A year of recalling" aside={yearAside(statistics)} className={WHOLE}>
            <YearPicture today={statistics.today} days={statistics.year} runs={statistics.runs} />
          </Card>
        )}
        {!isTall && sessions}
      </div>
    </div>
  );
}
