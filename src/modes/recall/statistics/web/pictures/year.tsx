import { useMemo } from 'react';

import { addDays, daysBetween } from '#day/domain/day.ts';
import { count } from '#elements/web/text/figures.ts';

import type { ReviewDay, Runs } from '../../protocol.ts';
import type { Year as Drawn, YearCell } from '../charts/draw-year.ts';
import { ChartFigure } from '../charts/figure.tsx';
import { ShadeLegend } from '../charts/legend.tsx';
import { dateOf, duration, fullDay, shortDay, weekdayOf } from './words.ts';

const WEEKS = 53;
const LEVELS = 4;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

interface YearProps {
  readonly today: string;
  readonly days: readonly ReviewDay[];
  readonly runs: Runs;
}

/** The reviews of the last year, a square for each day. */
export function YearPicture({ today, days, runs }: YearProps) {
  const given = useMemo(() => drawnYear(today, days), [today, days]);
  const edges = useMemo(() => edgesOf(days), [days]);
  return (
    <ChartFigure
      kind="year"
      given={given}
      summary={summaryOf(days, runs)}
      table={tableOf(days)}
      legend={<ShadeLegend edges={edges} />}
    />
  );
}

/** The text at the right of the chart's title. */
export function yearAside({ sessions, runs }: { readonly sessions: number; readonly runs: Runs }): string {
  const run = runs.longest > 1 ? `, longest run ${count(runs.longest, 'day')}` : '';
  return `${count(sessions, 'session')}${run}`;
}

/** The first day of the week in a locale: 0 for Sunday to 6. Monday if the browser does not know it. */
export function firstWeekday(language: string): number {
  try {
    const locale = new Intl.Locale(language) as Intl.Locale & {
      getWeekInfo?: () => { firstDay: number };
      weekInfo?: { firstDay: number };
    };
    const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
    return firstDay % 7;
  } catch {
    return 1;
  }
}

function drawnYear(today: string, days: readonly ReviewDay[]): Drawn {
  const beginsOn = firstWeekday(navigator.language);
  const first = addDays(today, -weekdayOf(today, beginsOn) - (WEEKS - 1) * 7);
  const reviewed = new Map(days.map((day) => [day.day, day]));
  const edges = edgesOf(days);
  const cells: YearCell[] = [];
  const months: { week: number; name: string }[] = [];
  for (let index = 0; index <= daysBetween(first, today); index += 1) {
    const day = addDays(first, index);
    const [week, weekday] = [Math.floor(index / 7), index % 7];
    const reviews = reviewed.get(day)?.reviews ?? 0;
    const level = reviews === 0 ? 0 : edges.filter((edge) => reviews >= edge).length;
    cells.push({ week, weekday, level, title: `${shortDay(day)}: ${count(reviews, 'review')}` });
    const date = dateOf(day);
    if (weekday === 0 && date.getUTCDate() <= 7) months.push({ week, name: MONTH.format(date) });
  }
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    index % 2 === 0 ? WEEKDAY.format(dateOf(addDays(first, index))) : '',
  );
  return { cells, weeks: WEEKS, months, weekdays };
}

/** The minimum number of reviews of each level: the quartiles of the days with reviews. */
function edgesOf(days: readonly ReviewDay[]): number[] {
  const sorted = days
    .map(({ reviews }) => reviews)
    .filter((reviews) => reviews > 0)
    .toSorted((one, other) => one - other);
  return Array.from({ length: LEVELS }, (_, index) => sorted[Math.floor((index * sorted.length) / LEVELS)] ?? Infinity);
}

function summaryOf(days: readonly ReviewDay[], { current }: Runs): string {
  const reviews = days.reduce((sum, day) => sum + day.reviews, 0);
  if (reviews === 0) return 'No reviews in the last year.';
  const onDays = count(days.filter((day) => day.reviews > 0).length, 'day');
  const run = current > 1 ? ` You are on a run of ${count(current, 'day')}.` : '';
  return `${count(reviews, 'review')} on ${onDays} in the last year.${run}`;
}

function tableOf(days: readonly ReviewDay[]) {
  return {
    caption: 'Reviews by day',
    columns: ['Day', 'Reviews', 'Time'],
    rows: days
      .filter(({ reviews }) => reviews > 0)
      .toReversed()
      .map(({ day, reviews, spentMs }) => [fullDay(day), reviews.toLocaleString('en-GB'), duration(spentMs)]),
  };
}
