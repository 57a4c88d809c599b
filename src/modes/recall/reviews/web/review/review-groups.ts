import { count } from '#elements/web/text/figures.ts';

import type { SessionReview } from '../../protocol.ts';

export type ReviewedPoint = SessionReview['points'][number];

export interface ReviewGroup {
  readonly title: string;
  readonly points: readonly ReviewedPoint[];
}

const LEFT_OPEN = 'For you to decide';
const GROUPS: readonly { readonly title: string; readonly of: readonly ReviewedPoint['how'][] }[] = [
  { title: 'By yourself', of: ['unaided'] },
  { title: 'With help', of: ['hinted', 'helped'] },
  { title: 'Told', of: ['told'] },
  { title: 'Not recalled', of: ['missed'] },
  { title: 'Not graded', of: ['exposed', 'reviewed', 'left', 'not-asked', 'gone'] },
];

/**
 * A session's points grouped by how they were recalled; first those that a card showed and nobody decided. A dispute
 * moves no point, because how it was recalled does not change.
 */
export function reviewGroups({ points }: Pick<SessionReview, 'points'>): readonly ReviewGroup[] {
  const isLeft = ({ isUndecided, reviewId }: ReviewedPoint) => isUndecided && reviewId === null;
  const decided = points.filter((point) => !isLeft(point));
  const groups = GROUPS.map(({ title, of }) => ({ title, points: decided.filter(({ how }) => of.includes(how)) }));
  const open = { title: LEFT_OPEN, points: points.filter(isLeft) };
  return [open, ...groups].filter(({ points: own }) => own.length > 0);
}

const RECALLED: ReadonlySet<ReviewedPoint['how']> = new Set(['unaided', 'hinted', 'helped']);

/**
 * `4 recalled, 1 told, 3 open, 9 minutes`. Recalled points are those with a filled circle, and those graded as recalled
 * since.
 */
export function reviewSummary({ points, durationMs }: Pick<SessionReview, 'points' | 'durationMs'>): string {
  const asked = points.filter(({ how }) => how !== 'gone');
  const recalled = asked.filter((point) => point.recalled || RECALLED.has(point.how));
  const toldFirst = recalled.filter(({ how }) => how === 'told');
  const told = asked.filter((point) => point.how === 'told' && !point.recalled);
  const open = asked.length - recalled.length - told.length;
  const minutes = Math.max(1, Math.round(durationMs / 60_000));
  return [
    `${recalled.length} recalled`,
    toldFirst.length > 0 && `${toldFirst.length} of them once told`,
    told.length > 0 && `${told.length} told`,
    open > 0 && `${open} open`,
    count(minutes, 'minute'),
  ]
    .filter(Boolean)
    .join(', ');
}
