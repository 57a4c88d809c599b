import { useQuery } from '@tanstack/react-query';

import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { PointCurve } from './pictures/point-curve.tsx';
import { pointStatisticsQuery } from './queries.ts';

/** The statistics of one point, without its text. */
export function PointPanel({ pointId }: { readonly pointId: string }) {
  const { data: statistics, error, refetch } = useQuery(pointStatisticsQuery(pointId));
  if (!statistics && error) return <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />;
  return <div className="min-h-[300px] py-2">{statistics && <PointCurve statistics={statistics} />}</div>;
}
