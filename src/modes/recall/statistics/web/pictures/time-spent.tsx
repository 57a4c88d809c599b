import { useMemo, useState } from 'react';

import { count } from '#elements/web/text/figures.ts';

import type { ReviewDay } from '../../protocol.ts';
import type { Bars } from '../charts/draw-bars.ts';
import { ChartFigure } from '../charts/figure.tsx';
import { Choice } from './choice.tsx';
import { type Period, periodsOf } from './periods.ts';
import { aboutDuration, capital, dayMonth, duration } from './words.ts';
import { firstWeekday } from './year.tsx';

const MINUTE_MS = 60_000;
const HOURS_FROM_MS = 180 * MINUTE_MS;

export function TimeSpent({ today, days }: { readonly today: string; readonly days: readonly ReviewDay[] }) {
  const [by, setBy] = useState<'week' | 'day'>('week');
  const periods = useMemo(
    () => periodsOf(days, { today, by, beginsOn: firstWeekday(navigator.language) }),
    [days, today, by],
  );
  const given = useMemo(() => barsOf(periods, by), [periods, by]);
  return (
    <>
      <Choice
        label="Time by"
        value={by}
        options={[
          ['week', 'Weeks'],
          ['day', 'Days'],
        ]}
        onChoose={setBy}
      />
      <ChartFigure kind="bars" given={given} summary={summaryOf(periods, by)} table={tableOf(periods, by)} />
    </>
  );
}

function barsOf(periods: readonly Period[], by: 'week' | 'day'): Bars {
  const longest = Math.max(0, ...periods.map(({ spentMs }) => spentMs));
  const isHours = longest >= HOURS_FROM_MS;
  const unit = isHours ? 60 * MINUTE_MS : MINUTE_MS;
  return {
    bars: periods.map((period, index) => ({
      name: period.day,
      value: period.spentMs / unit,
      isStrong: index === periods.length - 1,
      title: `${nameOf(period, by)}: ${duration(period.spentMs)}, ${count(period.reviews, 'review')}`,
      label: index % 6 === 1 && index < periods.length - 1 ? dayMonth(period.day) : '',
    })),
    format: (value) => `${value.toLocaleString('en-GB')}${isHours ? ' h' : ' min'}`,
  };
}

function nameOf({ day }: Period, by: 'week' | 'day'): string {
  return by === 'week' ? `Week of ${dayMonth(day)}` : dayMonth(day);
}

function summaryOf(periods: readonly Period[], by: 'week' | 'day'): string {
  const whole = periods.slice(0, -1);
  const spent = whole.reduce((sum, { spentMs }) => sum + spentMs, 0);
  const reviews = periods.reduce((sum, period) => sum + period.reviews, 0);
  const all = periods.reduce((sum, { spentMs }) => sum + spentMs, 0);
  if (all === 0) return 'No time was recorded in this period.';
  const unit = by === 'week' ? 'week' : 'day';
  const now = by === 'week' ? 'this week' : 'today';
  const seconds = Math.max(1, Math.round(all / Math.max(1, reviews) / 1_000));
  const present = periods.at(-1)?.spentMs ?? 0;
  const rest = `${count(seconds, 'second')} a point. Pauses do not count.`;
  if (spent === 0) return `${capital(aboutDuration(present))} ${now}, and nothing in the ${unit}s before; ${rest}`;
  // The average leaves out weeks or days without reviews, such as those before the first session.
  const active = whole.filter(({ spentMs }) => spentMs > 0).length;
  const often = active === whole.length ? `a ${unit}` : `in a ${unit} with a session`;
  return `${capital(aboutDuration(spent / active))} ${often}, ${duration(present)} ${now}; ${rest}`;
}

function tableOf(periods: readonly Period[], by: 'week' | 'day') {
  return {
    caption: by === 'week' ? 'Time spent by week' : 'Time spent by day',
    columns: [by === 'week' ? 'Week of' : 'Day', 'Time', 'Reviews'],
    rows: periods
      .toReversed()
      .map(({ day, spentMs, reviews }) => [dayMonth(day), duration(spentMs), reviews.toLocaleString('en-GB')]),
  };
}
