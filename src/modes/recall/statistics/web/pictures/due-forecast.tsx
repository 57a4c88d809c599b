import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { count, figure } from '#elements/web/text/figures.ts';

import { todayQuery } from '../../../sets/web/queries.ts';
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
  const { data: today } = useQuery(todayQuery);
  const asked = today ? today.sets.reduce((sum, set) => sum + set.today.due, 0) : null;
  const days = useMemo(() => forecast.days.slice(0, Number(length)), [forecast, length]);
  const given = useMemo<Bars>(
    () => ({
      bars: days.map(({ day, due }, index) => ({
        name: day,
        value: due,
        isStrong: index === 0,
        waiting: index === 0 ? forecast.overdue : 0,
        title: titleOf(day, due, index === 0 ? forecast.overdue : 0),
        label: labelOf(day, index, days.length),
      })),
      format: (value) => value.toLocaleString('en-GB'),
    }),
    [days, forecast],
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
        summary={summaryOf(forecast, days, asked)}
        table={tableOf(forecast, days)}
        legend={forecast.overdue > 0 && <OverdueLegend />}
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
  return isMonday && isEveryOther && index > 3 && index < length - 2 ? dayMonth(day) : '';
}

function summaryOf(forecast: Statistics['forecast'], days: Days, asked: number | null): string {
  const isNew =
    forecast.fresh > 0 ? ` ${count(forecast.fresh, 'point')} ${forecast.fresh === 1 ? 'is' : 'are'} new.` : '';
  return `${todayWords(forecast, days[0]?.due ?? 0, asked)} ${laterWords(days)}${isNew}`;
}

function todayWords({ overdue }: Statistics['forecast'], due: number, asked: number | null): string {
  if (due === 0) return 'Nothing is due today.';
  const late = overdue === 0 ? '' : overdue === due ? ', overdue' : `, ${figure(overdue)} of them overdue`;
  const limits = asked !== null && asked < due ? ` Your daily limits allow ${figure(asked)} of them.` : '';
  return `${count(due, 'point')} ${due === 1 ? 'is' : 'are'} due today${late}.${limits}`;
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

function tableOf({ overdue }: Statistics['forecast'], days: Days) {
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
