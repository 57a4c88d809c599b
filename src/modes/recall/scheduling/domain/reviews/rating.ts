import type { DisputedGrade, Grade } from '../../protocol.ts';

/** 1 again, 2 hard, 3 good, 4 easy, as in the review log and in FSRS. */
export type Rating = 1 | 2 | 3 | 4;

const grades = ['again', 'hard', 'good', 'easy'] as const satisfies readonly Grade[];

export function gradeOf(rating: number): Grade | null {
  return grades[rating - 1] ?? null;
}

export function ratingOf(grade: Grade): Rating {
  return (grades.indexOf(grade) + 1) as Rating;
}

/** Returns 0 for a review that does not count. */
export function ratingOfDispute(disputed: DisputedGrade): Rating | 0 {
  return disputed === 'not-reviewed' ? 0 : ratingOf(disputed);
}
