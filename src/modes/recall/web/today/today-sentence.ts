import { dayName } from '#elements/web/text/day-name.ts';
import { count, figure, minutesOrHours } from '#elements/web/text/figures.ts';

import type { Today } from '../../sets/protocol.ts';

/** The person's progress towards their weekly aim; null without one. */
export function weekSentence({ week }: Pick<Today, 'week'>): string | null {
  if (!week) return null;
  return `${figure(week.done)} of ${count(week.aim, week.of === 'days' ? 'day' : 'point')} this week.`;
}

/** Says how much is due and how long it takes, or when the next points will be due. */
export function todaySentence({ ready, minutes, forecast, sets }: Today): string {
  if (ready > 0) {
    const points = ready === 1 ? '1 point to recall' : `${ready.toLocaleString('en-GB')} points to recall`;
    return `${points}, about ${minutesOrHours(minutes)}.`;
  }
  if (sets.length === 0) return 'Nothing to recall yet.';
  const next = forecast.slice(1).find(({ due }) => due > 0);
  if (!next) return 'Nothing is due.';
  const points = next.due === 1 ? 'The next point comes' : `The next ${next.due} points come`;
  return `Nothing is due. ${points} back on ${dayName(next.day)}.`;
}
