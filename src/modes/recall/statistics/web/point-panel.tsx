import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { PointReview, PointStatistics } from '../protocol.ts';
import type { Curve, CurveMark } from './charts/draw-curve.ts';
import { ChartFigure } from './charts/figure.tsx';
import { dateOf, inWords, percent, stretch } from './pictures/words.ts';
import { pointStatisticsQuery } from './queries.ts';

const WITH_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });
const WITH_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
/** `22 Nov 2026`, for one of the person's days. */
const FULL = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const YEAR_MS = 365 * 86_400_000;
const GRADES = ['not reviewed', 'again', 'hard', 'good', 'easy'];
const HOWS: Readonly<Record<string, string>> = {
  unaided: 'unaided',
  hinted: 'after a hint',
  told: 'told',
  missed: 'not recalled',
};

export function PointPanel({ pointId }: { readonly pointId: string }) {
  const { data: statistics, error, refetch } = useQuery(pointStatisticsQuery(pointId));
  if (!statistics && error) return <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />;
  return <div className="min-h-[300px] py-2">{statistics && <PointCurve statistics={statistics} />}</div>;
}

/** The forgetting curve of a point since its first review. Shows no text of the point. */
export function PointCurve({ statistics }: { readonly statistics: PointStatistics }) {
  const given = useMemo(() => curveOf(statistics), [statistics]);
  if (!given) return <p className="text-sm text-ink-soft">This point has not been reviewed yet.</p>;
  return <ChartFigure kind="curve" given={given} summary={summaryOf(statistics)} table={tableOf(statistics)} />;
}

function curveOf({ curve, reviews, memory, now, desiredRetention }: PointStatistics): Curve | null {
  const present = curve.at(-1);
  if (!memory || !present) return null;
  const dated = (line: typeof present) => line.map(({ at, chance }) => ({ at: new Date(at), chance }));
  const until = { at: now, chance: memory.chance };
  const past = [...present.filter(({ at }) => at < now), until];
  const ahead = [until, ...present.filter(({ at }) => at > now)];
  const first = reviews[0]?.at ?? now;
  const isLong = now - first > YEAR_MS;
  return {
    lines: [
      ...curve.slice(0, -1).map((line) => ({ look: 'main' as const, points: dated(line) })),
      { look: 'main', points: dated(past) },
      { look: 'ahead', points: dated(ahead) },
    ],
    marks: reviews.map(markOf),
    desiredRetention,
    now: {
      at: new Date(now),
      chance: memory.chance,
      label: isJustMissed({ reviews, memory }) ? 'today' : `today, ${percent(memory.chance)}`,
    },
    xLabel: (at) => (isLong ? WITH_YEAR : WITH_DAY).format(at),
  };
}

function markOf({ at, day, rating, counted, chanceBefore }: PointReview): CurveMark {
  return {
    at: new Date(at),
    chance: chanceBefore ?? 1,
    title: `${FULL.format(dateOf(day))}: ${gradeWords({ rating, counted })}`,
    look: counted === 0 ? 'not-counted' : counted === 1 ? 'forgotten' : 'recalled',
  };
}

function gradeWords({ rating, counted }: Pick<PointReview, 'rating' | 'counted'>): string {
  const grade = GRADES[counted] ?? '';
  return counted === rating ? grade : `${grade}, changed from ${GRADES[rating] ?? ''}`;
}

function summaryOf({ reviews, memory, today, importedReviews }: PointStatistics): string {
  if (!memory) return '';
  const counted = reviews.filter((review) => review.counted > 0);
  const recalled = counted.filter((review) => review.counted > 1).length;
  const here =
    counted.length === 0
      ? 'Not asked here yet'
      : counted.length === 1
        ? `Asked once and ${recalled === 1 ? 'recalled' : 'not recalled'}`
        : `Asked ${inWords(counted.length)} times, recalled ${recalled === counted.length ? 'every time' : inWords(recalled)}`;
  const elsewhere = importedReviews === 1 ? 'one review' : `${inWords(importedReviews)} reviews`;
  const times = importedReviews === 0 ? here : `${here}, after ${elsewhere} in another program`;
  const due = memory.dueDay <= today ? 'It is due now.' : `It is due on ${FULL.format(dateOf(memory.dueDay))}.`;
  if (isJustMissed({ reviews, memory })) return `${times}. Missed today. ${due}`;
  const stability = memory.stability < 1 ? 'less than a day' : `about ${stretch(memory.stability)}`;
  return `${times}. ${percent(memory.chance)} likely to be recalled now; its stability is ${stability}. ${due}`;
}

/** Until the day ends, the chance of a missed point is 1 and says nothing about memory. */
function isJustMissed({ reviews, memory }: Pick<PointStatistics, 'reviews' | 'memory'>): boolean {
  return reviews.findLast(({ counted }) => counted > 0)?.counted === 1 && memory?.chance === 1;
}

function tableOf({ reviews }: PointStatistics) {
  return {
    caption: 'Reviews of this point',
    columns: ['Day', 'Chance before', 'Grade', 'How'],
    rows: reviews.map((review) => [
      FULL.format(dateOf(review.day)),
      review.chanceBefore === null ? 'first' : percent(review.chanceBefore),
      gradeWords(review),
      HOWS[review.how] ?? '',
    ]),
  };
}
