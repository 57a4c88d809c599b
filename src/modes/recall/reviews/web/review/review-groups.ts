import { count } from '#elements/web/text/figures.ts';

import { clock } from '../../../asking/web/active-time.ts';
import type { SessionReview } from '../../protocol.ts';

export type ReviewedPoint = SessionReview['points'][number];

export interface ReviewGroup {
  readonly title: string;
  readonly points: readonly ReviewedPoint[];
}

const GROUPS: readonly { readonly title: string; readonly of: readonly ReviewedPoint['how'][] }[] = [
  { title: 'Unaided', of: ['unaided'] },
  { title: 'After a hint', of: ['hinted'] },
  { title: 'Told or not recalled', of: ['told', 'missed'] },
  { title: 'Not reviewed', of: ['exposed', 'reviewed', 'not-asked', 'gone'] },
];

/**
 * A session's points grouped by how they were recalled. A dispute moves no point, because how it was recalled does
 * not change.
 */
export function reviewGroups(review: SessionReview): readonly ReviewGroup[] {
  return GROUPS.map(({ title, of }) => ({ title, points: review.points.filter(({ how }) => of.includes(how)) })).filter(
    ({ points }) => points.length > 0,
  );
}

/** One sentence on the result, one on the time. */
export function reviewSentence(review: SessionReview): string {
  const total = review.points.length;
  if (total === 0) return 'This session held no points.';
  const took = `It took ${clock(review.durationMs)} and ${count(review.messages, 'message')}.`;
  return `${recalledSentence(review.points)} ${took}`;
}

/** Points recalled only after a telling are named as such. */
function recalledSentence(points: readonly ReviewedPoint[]): string {
  const total = points.length;
  const recalled = points.filter((point) => point.recalled).length;
  const told = points.filter((point) => point.recalled && (point.how === 'told' || point.how === 'exposed')).length;
  const after = told === 0 ? '' : `, ${told === recalled ? '' : `${told} of them `}after being told`;
  if (total === 1) return recalled === 1 ? `The one point was recalled${after}.` : 'The one point was not recalled.';
  if (recalled === 0) return `None of the ${total} points was recalled.`;
  if (recalled === total) return `All ${total} points were recalled${after}.`;
  return `${recalled} of ${total} points ${recalled === 1 ? 'was' : 'were'} recalled${after}.`;
}
