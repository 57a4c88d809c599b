import type { SetSummary } from '../../sets/protocol.ts';
import { rateWords } from '../../sets/web/settings/retention-words.ts';
import type { SetStatistics } from '../protocol.ts';
import { capital, inWords, percent } from './pictures/words.ts';

const DAYS_A_WEEK = 7;

/**
 * How a set stands and what it costs, in two or three sentences. What is fading is what is ready: where fewer are ready,
 * or a limit holds some back, it says so.
 */
export function standingWords(
  { standing, desiredRetention, reviewsPerWeek }: SetStatistics,
  { due, exposed, today }: Pick<SetSummary, 'due' | 'exposed' | 'today'>,
): string {
  const { solid, fading, missed, fresh } = standing;
  const asked = solid + fading + missed;
  const all = asked + fresh;
  if (all === 0) return 'No points yet.';
  const mark = percent(desiredRetention);
  if (asked === 0)
    return `${all === 1 ? 'Its point is' : `All ${all.toLocaleString('en-GB')} points are`} new. Each is asked again when its chance of recall has fallen to ${mark}.`;
  const parts = [
    { points: solid, how: 'solid' },
    { points: fading, how: `fading${readyWords(fading, today.due)}` },
    { points: missed, how: 'not held yet' },
    { points: fresh, how: 'new' },
  ].filter(({ points }) => points > 0);
  const words = parts.map(({ points, how }, index) => {
    const noun = index > 0 ? '' : points === 1 ? ' point' : ' points';
    return `${inWords(points)}${noun} ${points === 1 ? 'is' : 'are'} ${how}`;
  });
  const waiting = due - exposed.due - today.due;
  const limit =
    waiting > 0
      ? ` ${capital(inWords(waiting))} ${waiting === 1 ? 'waits' : 'wait'} for the days after, by this set’s limit.`
      : '';
  return `${capital(words.join(', '))}.${limit} At ${mark} retention this set costs about ${rateWords(reviewsPerWeek / DAYS_A_WEEK)}.`;
}

function readyWords(fading: number, ready: number): string {
  if (ready === 0) return '';
  return ready >= fading ? ' and ready' : `, ${inWords(ready)} of them ready`;
}
