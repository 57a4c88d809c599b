import { useMemo, useState } from 'react';

import { count, figure } from '#elements/web/text/figures.ts';

import type { Statistics } from '../../protocol.ts';
import type { Bars } from '../charts/draw-bars.ts';
import { ChartFigure } from '../charts/figure.tsx';
import { OverdueLegend } from '../charts/legend.tsx';
import { Choice } from './choice.tsx';
import { dateOf, dayMonth, shortDay } from './words.ts';

const MONDAY = 1;

type Days = Statistics['forecast']['days'];

/** The number of points due on each of the next days. */
export function DueForecast({ forecast }: { readonly forecast: Statistics['forecast'] }) {
  const [length, setLength] = useState<'30' | '90'>('30');
  // Today also asks for new points within the daily limits: both pages show the same number.
  const days = useMemo(
    () =>
      forecast.days.slice(0, Number(length)).map((day, index) => (index === 0 ? { ...day, due: forecast.ready } : day)),
    [forecast, length],
  );
  const overdue = Math.min(forecast.overdue, forecast.ready);
  const given = useMemo<Bars>(
    () => ({
      bars: days.map(({ day, due }, index) => ({
        name: day,
        value: due,
        isStrong: index === 0,
        waiting: index === 0 ? overdue : 0,
        title: titleOf(day, due, index === 0 ? overdue : 0),
        label: labelOf(day, index, days.length),
      })),
      format: (value) => value.toLocaleString('en-GB'),
    }),
    [days, overdue],
  );
  return (
    <>
      <Choice
        label="How far ahead"
        value={length}
        options={[
          ['30', '30 days'],
          ['90', '90 days'],
        ]}
        onChoose={setLength}
      />
      <ChartFigure
        kind="bars"
        given={given}
        summary={`${todayWords(forecast)} ${laterWords(days)}`}
        table={tableOf(overdue, days)}
        legend={overdue > 0 && <OverdueLegend />}
      />
    </>
  );
}

function titleOf(day: string, due: number, overdue: number): string {
  return `${shortDay(day)}: ${count(due, 'point')}${overdue > 0 ? `, ${overdue} of them overdue` : ''}`;
}

/** Labels today and some Mondays, with enough space between the labels. */
function labelOf(day: string, index: number, length: number): string {
  if (index === 0) return 'today';
  const isMonday = dateOf(day).getUTCDay() === MONDAY;
  const isEveryOther = length <= 31 || Math.floor(index / 7) % 3 === 1;
  return isMonday && isEveryOther && index > 5 && index < length - 2 ? dayMonth(day) : '';
}

function todayWords({ ready, overdue, fresh, days }: Statistics['forecast']): string {
  const later = (days[0]?.due ?? 0) + fresh - ready;
  const waiting = later > 0 ? ` ${count(later, 'point')} ${later === 1 ? 'waits' : 'wait'} until later days.` : '';
  if (ready === 0) return `Nothing is due today.${waiting}`;
  const parts = later > 0 ? [] : [overdue > 0 && `${figure(overdue)} overdue`, fresh > 0 && `${figure(fresh)} new`];
  const of = parts.filter(Boolean).join(' and ');
  return `${count(ready, 'point')} ${ready === 1 ? 'is' : 'are'} ready today${of && `, ${of}`}.${waiting}`;
}

function laterWords(days: Days): string {
  const tomorrow = days[1]?.due ?? 0;
  const after = days.slice(2);
  const later = after.reduce((sum, { due }) => sum + due, 0);
  const average = Math.round(later / Math.max(1, after.length));
  if (tomorrow + later === 0) return `None in the ${days.length - 1} days after.`;
  const next = tomorrow === 0 ? 'None tomorrow' : `${figure(tomorrow)} tomorrow`;
  if (later === 0) return `${next}, none in the ${after.length} days after.`;
  if (average === 0) return `${next}, ${figure(later)} in the ${after.length} days after.`;
  return `${next} and about ${figure(average)} a day after that, if you keep up.`;
}

function tableOf(overdue: number, days: Days) {
  return {
    caption: 'Points due by day',
    columns: ['Day', 'Due', 'Overdue'],
    rows: days.map(({ day, due }, index) => [
      index === 0 ? `${shortDay(day)}, today` : shortDay(day),
      due.toLocaleString('en-GB'),
      index === 0 ? overdue.toLocaleString('en-GB') : '',
    ]),
  };
}
