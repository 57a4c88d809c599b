import { z } from 'zod';

import { id } from '#session/protocol.ts';

import { grade } from '../scheduling/protocol.ts';
import { MAX_POINTS_PER_SET, momentOfPoint, sourceOfPoint } from '../sets/protocol.ts';

/**
 * The outcome of a point in a session. `unaided`, `hinted`, `helped` (after a cloze or first letters) and `told`:
 * recalled, or told and not recalled; `missed`: asked for and never recalled. Without a review: `exposed` was told or
 * shown earlier that day, `reviewed` had its review that day, `left` was asked for and postponed, `not-asked` was
 * neither asked for nor recalled, `gone` was deleted during the session.
 */
export const how = z.enum([
  'unaided',
  'hinted',
  'helped',
  'told',
  'missed',
  'exposed',
  'reviewed',
  'left',
  'not-asked',
  'gone',
]);
export type How = z.infer<typeof how>;
/** Why a recalled or asked point has no review. */
export type Ungraded = Extract<How, 'exposed' | 'reviewed' | 'left' | 'gone'>;

/**
 * How a point was told; `card`: on a compare card; `self-check`: the same in older sessions; `shown`: in the review of
 * a session.
 */
export const exposureWhy = z.enum(['given-away', 'failed', 'asked', 'rabbit-hole', 'self-check', 'card', 'shown']);
export type ExposureWhy = z.infer<typeof exposureWhy>;

/** A review with its effective rating: `original` is the session's grade, `rating` the current one; null if removed. */
const countedReview = z.object({
  reviewId: id,
  pointId: id,
  session: z.string(),
  at: z.int(),
  how: z.string(),
  original: grade,
  rating: grade.nullable(),
  /** From the question to the answer; null if unknown. */
  durationMs: z.int().nullable(),
});

export const disputeAnswer = countedReview.extend({
  /** When the point is due now; null without a review. */
  nextDueAt: z.int().nullable(),
  /** The person's day of `nextDueAt` and their current day, as `YYYY-MM-DD`. */
  nextDueDay: z.string().nullable(),
  today: z.string(),
});
export type CountedReview = z.infer<typeof countedReview>;
export type DisputeAnswer = z.infer<typeof disputeAnswer>;

/** Every review of a point, oldest first, without those of open sessions. */
export const pointHistory = z.object({ pointId: id, nextDueAt: z.int().nullable(), reviews: z.array(countedReview) });
export type PointHistory = z.infer<typeof pointHistory>;

/** The sessions of a set, newest first; `next` is the next page's `before`, null at the end. */
export const pastSessions = z.object({
  sessions: z.array(
    z.object({
      id,
      startedAt: z.int(),
      /** Null while it is open. */
      endedAt: z.int().nullable(),
      recalled: z.int(),
      total: z.int(),
      status: z.enum(['open', 'paused', 'complete']),
    }),
  ),
  next: z.string().nullable(),
});
export type PastSessions = z.infer<typeof pastSessions>;

/** One of the person's days, `YYYY-MM-DD`, by their time zone and day start. */
const day = z.string();

/**
 * The result of a finished session. The text of the points leaves the server only now; points to be recalled today, or
 * never asked for, stay hidden until the person asks to see them.
 */
export const sessionReview = z.object({
  startedAt: z.int(),
  endedAt: z.int(),
  /** Time spent, without pauses. */
  durationMs: z.int(),
  messages: z.int(),
  /** The person's current day. */
  today: day,
  points: z.array(
    z.object({
      pointId: id,
      /** Null while it is hidden. */
      text: z.string().nullable(),
      context: z.string(),
      /** The question that it answers; null without one. Hidden with the text. */
      question: z.string().nullable(),
      /** The title of its set in a session on several sets; null in a session on one. */
      setTitle: z.string().nullable(),
      recalled: z.boolean(),
      how,
      /** The review, which can be disputed; null without one. */
      reviewId: id.nullable(),
      /** Its current rating; null without a review, or if it was removed. */
      rating: grade.nullable(),
      /** The session's grade; null without a review. */
      originalRating: grade.nullable(),
      /** The quote it was credited for and its message; null without credit or while hidden. */
      quote: z.string().nullable(),
      messageId: id.nullable(),
      /** The last cue before it was recalled or skipped; null without one. */
      cue: z.enum(['narrower', 'cloze', 'first-letters']).nullable(),
      /** The person judged the answer on a card, or in a self-check. */
      isSelfChecked: z.boolean(),
      /** A card showed it beside `quote`, and the person did not decide: it has no grade, and can get one. */
      isUndecided: z.boolean(),
      /** An earlier telling on the day of the review. */
      exposure: z.object({ at: z.int(), why: exposureWhy }).nullable(),
      nextDueAt: z.int().nullable(),
      /** The person's day of `nextDueAt`. */
      nextDueDay: day.nullable(),
      /** Null without a source, if the source was deleted, and while the point is hidden. */
      source: sourceOfPoint.nullable(),
      /** Null if it does not come from a session of a terminal, and while the point is hidden. */
      moment: momentOfPoint.nullable(),
    }),
  ),
});
export type SessionReview = z.infer<typeof sessionReview>;
/** Points of a finished session that the person asks to see. */
export const pointsToShow = z.object({ pointIds: z.array(id).min(1).max(MAX_POINTS_PER_SET) });
