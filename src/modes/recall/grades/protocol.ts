import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** What a review is graded: `again` forgotten, `hard` after a hint, `good` unaided, `easy` by the person's click alone. */
export const grade = z.enum(['again', 'hard', 'good', 'easy']);
export type Grade = z.infer<typeof grade>;

/**
 * How a point went in a session. `unaided`, `hinted` and `told` are of points that were recalled, or told and not;
 * `missed` was asked for and never recalled. These have no review: `exposed` was recalled on a day on which it had been told
 * or shown before, `reviewed` on a day on which it had had its review, `not-asked` was neither asked for nor recalled,
 * `gone` was deleted while the session ran.
 */
export const how = z.enum(['unaided', 'hinted', 'told', 'missed', 'exposed', 'reviewed', 'not-asked', 'gone']);
export type How = z.infer<typeof how>;
/** Why a point that was recalled or asked for has no review. */
export type Ungraded = Extract<How, 'exposed' | 'reviewed' | 'gone'>;

/** Who told a point; `shown`: the person read it in the review of a session. */
export const exposureWhy = z.enum(['given-away', 'failed', 'asked', 'rabbit-hole', 'shown']);
export type ExposureWhy = z.infer<typeof exposureWhy>;

/** What the person says that a grade should be; `not-reviewed` takes the review out of the point's history. */
export const gradeDispute = z.object({ rating: z.enum([...grade.options, 'not-reviewed']) });
export type DisputedGrade = z.infer<typeof gradeDispute>['rating'];

/** A review as it counts: `original` is what the session gave, `rating` what it counts as now; null for not reviewed. */
const countedReview = z.object({
  reviewId: id,
  pointId: id,
  session: z.string(),
  at: z.int(),
  how: z.string(),
  original: grade,
  rating: grade.nullable(),
  /** From the question to the answer; null where that is not known. */
  durationMs: z.int().nullable(),
});

export const disputeAnswer = countedReview.extend({
  /** When the point is due now; null where it has no review left. */
  nextDueAt: z.int().nullable(),
  /** The person's day that lies in, and their present day, as `YYYY-MM-DD`. */
  nextDueDay: z.string().nullable(),
  today: z.string(),
});
export type CountedReview = z.infer<typeof countedReview>;
export type DisputeAnswer = z.infer<typeof disputeAnswer>;

/** Every review of a point, oldest first; those of a session that is not over are left out. */
export const pointHistory = z.object({ pointId: id, nextDueAt: z.int().nullable(), reviews: z.array(countedReview) });
export type PointHistory = z.infer<typeof pointHistory>;

/** The sessions of a set, newest first; `next` is what to ask for as `before`, null at the end. */
export const pastSessions = z.object({
  sessions: z.array(
    z.object({
      id,
      startedAt: z.int(),
      /** Null while it is not over. */
      endedAt: z.int().nullable(),
      recalled: z.int(),
      total: z.int(),
      status: z.enum(['open', 'paused', 'complete']),
    }),
  ),
  next: z.string().nullable(),
});
export type PastSessions = z.infer<typeof pastSessions>;
