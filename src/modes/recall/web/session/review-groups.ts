import type { SessionReview } from '../../protocol.ts';

export type ReviewedPoint = SessionReview['points'][number];

export interface ReviewGroup {
  readonly title: string;
  readonly points: readonly ReviewedPoint[];
}

/** The points of a session by how they came: what needs the most work stands last, as it was asked. */
export function reviewGroups(review: SessionReview): readonly ReviewGroup[] {
  const isAided = ({ rating }: ReviewedPoint) => rating === 'hard';
  const isUnaided = ({ rating }: ReviewedPoint) => rating === 'good' || rating === 'easy';
  return [
    { title: 'Unaided', points: review.points.filter(isUnaided) },
    { title: 'After a hint', points: review.points.filter(isAided) },
    { title: 'Told or not recalled', points: review.points.filter((point) => !isUnaided(point) && !isAided(point)) },
  ].filter(({ points }) => points.length > 0);
}

/** One sentence on what the session came to. */
export function reviewSentence(review: SessionReview): string {
  const total = review.points.length;
  const recalled = review.points.filter((point) => point.recalled).length;
  if (total === 0) return 'This session held no points.';
  if (recalled === total) return total === 1 ? 'The one point was recalled.' : `All ${total} points were recalled.`;
  return `${recalled} of ${total} points were recalled.`;
}
