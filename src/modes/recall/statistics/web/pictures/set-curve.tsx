import { useMemo } from 'react';

import type { CurveDay, SetStatistics } from '../../protocol.ts';
import type { Curve, CurveLine } from '../charts/draw-curve.ts';
import { ChartFigure } from '../charts/figure.tsx';
import { capital, dateOf, dayMonth, inWords, percent, shortDay } from './words.ts';

/** The expected recall of a set: the last 30 days, today, and the next 30 days without reviews. */
export function SetCurve({ statistics }: { readonly statistics: SetStatistics }) {
  const given = useMemo(() => curveOf(statistics), [statistics]);
  if (!given)
    return (
      <p className="text-sm text-ink-soft">This set has no reviews yet. Its curve starts with the first session.</p>
    );
  return <ChartFigure kind="curve" given={given} summary={summaryOf(statistics)} table={tableOf(statistics)} />;
}

function todayIn({ curve, today }: SetStatistics): CurveDay | undefined {
  return curve.find(({ day }) => day === today) ?? curve.at(-1);
}

function curveOf(statistics: SetStatistics): Curve | null {
  const { curve, today, sessionDays, desiredRetention } = statistics;
  const now = todayIn(statistics);
  if (!now || curve.length < 2) return null;
  const line = (look: CurveLine['look'], of: 'mean' | 'weakest' | 'strongest', days: readonly CurveDay[]) => ({
    look,
    points: days.map((day) => ({ at: dateOf(day.day), chance: day[of] })),
  });
  const past = curve.filter(({ day }) => day <= today);
  const ahead = curve.filter(({ day }) => day >= today);
  const isMany = isTenth(statistics);
  const hasSeveral = ahead.some(({ weakest, strongest }) => strongest - weakest > 0.01);
  const aside: CurveLine[] = hasSeveral
    ? [
        { ...line('aside', 'strongest', ahead), label: isMany ? 'best tenth' : 'strongest' },
        { ...line('aside', 'weakest', ahead), label: isMany ? 'weakest tenth' : 'weakest' },
      ]
    : [];
  const chances = new Map(curve.map(({ day, mean }) => [day, mean]));
  return {
    lines: [...aside, line('main', 'mean', past), line('ahead', 'mean', ahead)].filter(
      ({ points }) => points.length > 1,
    ),
    marks: sessionDays.flatMap(({ day, reviews, recalled }) => {
      const chance = chances.get(day);
      const title = `${shortDay(day)}: ${recalled} of ${reviews} recalled`;
      return chance === undefined || day === today
        ? []
        : [{ at: dateOf(day), chance, title, look: 'recalled' as const }];
    }),
    desiredRetention,
    now: {
      at: dateOf(now.day),
      chance: now.mean,
      label: statistics.standing.missed > 0 ? 'today' : `today, ${percent(now.mean)}`,
    },
    xLabel: (at) => dayMonth(at.toISOString().slice(0, 10)),
  };
}

/** From ten points on, `weakest` and `strongest` are the limits of the outer tenths. */
function isTenth({ standing }: SetStatistics): boolean {
  return standing.solid + standing.fading + standing.missed >= 10;
}

/** The first day on which the curve is below the desired retention. */
function crossing({ curve, today, desiredRetention }: SetStatistics): CurveDay | undefined {
  return curve.find(({ day, mean }) => day > today && mean < desiredRetention);
}

function summaryOf(statistics: SetStatistics): string {
  const { desiredRetention, sessionDays, curve } = statistics;
  const now = todayIn(statistics);
  const last = curve.at(-1);
  if (!now || !last) return '';
  const desired = `your desired retention of ${percent(desiredRetention)}`;
  const below = crossing(statistics);
  const ahead =
    now.mean < desiredRetention
      ? `, below ${desired}`
      : below
        ? `; without reviews, that falls below ${desired} by ${dayMonth(below.day)}`
        : `; without reviews, that stays above ${desired} until ${dayMonth(last.day)} at least`;
  const reviewed =
    sessionDays.length === 0
      ? 'Nothing was reviewed in the last 30 days.'
      : `Reviewed on ${inWords(sessionDays.length)} ${sessionDays.length === 1 ? 'day' : 'days'} of the last 30.`;
  const { missed } = statistics.standing;
  if (missed > 0) {
    const some = missed === 1 ? 'One point was' : `${capital(inWords(missed))} points were`;
    return `${some} missed today: how much of this set you would recall is known from tomorrow on. ${reviewed}`;
  }
  return `You would recall about ${percent(now.mean)} of ${whatOf(statistics)} today${ahead}. ${reviewed}`;
}

/** New points have no chance of recall yet. */
function whatOf({ standing: { solid, fading, fresh, missed } }: SetStatistics): string {
  const asked = solid + fading + missed;
  if (fresh === 0) return 'it';
  return asked === 1 ? 'the one point you have been asked' : `the ${inWords(asked)} points you have been asked`;
}

function tableOf(statistics: SetStatistics) {
  const { curve, today, sessionDays } = statistics;
  const isMany = isTenth(statistics);
  const reviews = new Map(sessionDays.map((day) => [day.day, `${day.recalled} of ${day.reviews}`]));
  return {
    caption: 'Expected recall by day',
    columns: [
      'Day',
      'On average',
      ...(isMany ? ['Weakest tenth', 'Best tenth'] : ['Weakest', 'Strongest']),
      'Recalled',
    ],
    rows: curve.map(({ day, mean, weakest, strongest }) => [
      day === today ? `${shortDay(day)}, today` : shortDay(day),
      percent(mean),
      percent(weakest),
      percent(strongest),
      reviews.get(day) ?? '',
    ]),
  };
}
