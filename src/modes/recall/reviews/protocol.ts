import { z } from 'zod';

import { id } from '#session/protocol.ts';

import { grade } from '../scheduling/protocol.ts';
import { MAX_POINTS_PER_SET } from '../sets/protocol.ts';

/**
 * How a point went in a session. `unaided`, `hinted` and `told` are of points that were recalled, or told and not;
 * `missed` was asked for and never recalled. These have no review: `exposed` was recalled on a day on which it had been told
 * or shown before, `reviewed` on a day on which it had had its review, `not-asked` was neither asked for nor recalled,
 * `gone` was deleted while the session ran.
 */
const how = z.enum(['unaided', 'hinted', 'told', 'missed', 'exposed', 'reviewed', 'not-asked', 'gone']);
export type How = z.infer<typeof how>;
/** Why a point that was recalled or asked for has no review. */
export type Ungraded = Extract<How, 'exposed' | 'reviewed' | 'gone'>;

/** Who told a point; `shown`: the person read it in the review of a session. */
const exposureWhy = z.enum(['given-away', 'failed', 'asked', 'rabbit-hole', 'shown']);
export type ExposureWhy = z.infer<typeof exposureWhy>;

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

/** One of the person's days, `YYYY-MM-DD`: it begins when theirs does, in their zone. */
const day = z.string();

/**
 * What a session came to, shown once it is over: only now the text of the points leaves the server, and of those that are
 * still to be recalled today, or were never asked for, only once the person asks to see it.
 */
export const sessionReview = z.object({
  startedAt: z.int(),
  endedAt: z.int(),
  /** The time spent in it, without pauses. */
  durationMs: z.int(),
  /** What the person said, counted. */
  messages: z.int(),
  /** The person's present day. */
  today: day,
  points: z.array(
    z.object({
      pointId: id,
      /** Null while it is hidden. */
      text: z.string().nullable(),
      context: z.string(),
      recalled: z.boolean(),
      how,
      /** The review that can be disputed; null where there was none. */
      reviewId: id.nullable(),
      /** What it counts as now; null where there is no review, or the person took it out. */
      rating: grade.nullable(),
      /** What the session graded it; null where there was no review. */
      originalRating: grade.nullable(),
      /** The person's own words that it was credited for, and the message they stand in; null where it was not, or is hidden. */
      quote: z.string().nullable(),
      messageId: id.nullable(),
      /** It was told on the day of the review, before it was recalled: when and by what. */
      exposure: z.object({ at: z.int(), why: exposureWhy }).nullable(),
      nextDueAt: z.int().nullable(),
      /** The person's day that lies in. */
      nextDueDay: day.nullable(),
    }),
  ),
});
export type SessionReview = z.infer<typeof sessionReview>;
/** Points of a finished session that the person asks to see. */
export const pointsToShow = z.object({ pointIds: z.array(id).min(1).max(MAX_POINTS_PER_SET) });
