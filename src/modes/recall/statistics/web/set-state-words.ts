import type { SetSummary } from '../../sets/protocol.ts';
import { leftWords, waiting as waitingWords } from '../../sets/web/readiness.ts';
import { rateWords } from '../../sets/web/settings/retention-words.ts';
import type { SetStatistics } from '../protocol.ts';
import { capital, inWords, percent } from './pictures/words.ts';

const DAYS_A_WEEK = 7;

/**
 * The state of a set and its cost, in two or three sentences: how many of the fading points are due, and how many a
 * daily limit holds back.
 */
export function setStateWords(
  { standing, desiredRetention, reviewsPerWeek }: SetStatistics,
  {
    due,
    fresh: unseen,
    exposed,
    today,
    inProgress,
    openSession,
    openPoints,
    suspended,
  }: Pick<
    SetSummary,
    'due' | 'fresh' | 'exposed' | 'today' | 'inProgress' | 'openSession' | 'openPoints' | 'suspended'
  >,
): string {
  const { solid, fading, missed, fresh } = standing;
  const asked = solid + fading + missed;
  const all = asked + fresh;
  if (all === 0) return suspended > 0 ? 'All its points are suspended.' : 'No points yet.';
  const desired = percent(desiredRetention);
  if (asked === 0) {
    const later = unseen - today.fresh - inProgress.fresh;
    const note = openSession !== null ? `; ${leftWords({ openPoints })}` : later > 0 ? `; ${waitingWords(later)}` : '';
    return `${all === 1 ? 'Its point is' : `All ${all.toLocaleString('en-GB')} points are`} new${note}. Each is asked again when its chance of recall has fallen to ${desired}.`;
  }
  const parts = [
    { points: solid, verbs: ['is', 'are'], how: 'solid' },
    { points: fading, verbs: ['is', 'are'], how: `fading${readyWords(fading, today.due + inProgress.due)}` },
    { points: missed, verbs: ['was', 'were'], how: 'missed today' },
    { points: fresh, verbs: ['is', 'are'], how: 'new' },
  ].filter(({ points }) => points > 0);
  const words = parts.map(({ points, verbs: [singular, plural], how }, index) => {
    const noun = index > 0 ? '' : points === 1 ? ' point' : ' points';
    return `${inWords(points)}${noun} ${points === 1 ? singular : plural} ${how}`;
  });
  const waiting = due - exposed.due - today.due - inProgress.due;
  const limit =
    waiting > 0
      ? ` ${capital(inWords(waiting))} ${waiting === 1 ? 'waits' : 'wait'} for later days because of this set’s daily limit.`
      : '';
  return `${capital(words.join(', '))}.${limit} At ${desired} retention this set costs about ${rateWords(reviewsPerWeek / DAYS_A_WEEK)}.`;
}

function readyWords(fading: number, ready: number): string {
  if (ready === 0) return '';
  return ready >= fading ? ' and due' : `, ${inWords(ready)} of them due`;
}
