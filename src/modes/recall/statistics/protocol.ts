import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** The statistics of recall. Days are the person's own, as `YYYY-MM-DD`. Contains no text of a point. */

const day = z.string();
const chance = z.number().min(0).max(1);

/** A day with a review. `reviews` are those that count after disputes; `spentMs` includes all reviews. */
const reviewDay = z.object({ day, reviews: z.int(), spentMs: z.int() });
export type ReviewDay = z.infer<typeof reviewDay>;

/** Numbers of consecutive days with a review. `current` is 0 if neither today nor yesterday has one. */
const runs = z.object({ longest: z.int(), current: z.int() });
export type Runs = z.infer<typeof runs>;

/** True retention in a month: the share recalled of reviews of points whose previous review was on another day. */
const retentionMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  reviews: z.int(),
  recalled: z.int(),
  /** The number of these reviews with a grade that the person judged or changed, and how many of them were recalled. */
  judged: z.int(),
  judgedRecalled: z.int(),
  share: chance,
  /** The 95 % confidence interval of the share. */
  low: chance,
  high: chance,
  desired: chance,
});
export type RetentionMonth = z.infer<typeof retentionMonth>;

/** The number of points from `from` to below `to`. `to` is null in the last bin. */
const bin = z.object({ from: z.number(), to: z.number().nullable(), points: z.int() });
export type Bin = z.infer<typeof bin>;

const dueDay = z.object({ day, due: z.int() });
export type DueDay = z.infer<typeof dueDay>;

/** Reviews over all time. */
const totals = z.object({
  reviews: z.int(),
  firstDay: day.nullable(),
});

export const statistics = z.object({
  today: day,
  /** The person's setting, 0.7 to 0.97. */
  desiredRetention: z.number(),
  totals,
  runs,
  /** Started in the last 53 weeks. */
  sessions: z.int(),
  /** The days with a review of the last 53 weeks, including today. */
  year: z.array(reviewDay),
  /**
   * Due points of active sets, today and on the next 89 days, and new ones. Overdue points count for today, points told
   * or shown today for tomorrow, points of an open session on no day. `ready`: due and new within the daily limits, as
   * on Today.
   */
  forecast: z.object({ overdue: z.int(), fresh: z.int(), ready: z.int(), days: z.array(dueDay) }),
  /** The last 24 months, without months in which no known point was reviewed. */
  retention: z.array(retentionMonth),
  memory: z.object({
    /** Reviewed points that are not deleted. */
    points: z.int(),
    /** The sum of their chances of recall now, without points missed today. */
    expected: z.number(),
    /** Days until the chance of recall falls to 90 %. */
    stability: z.array(bin),
    medianStability: z.number().nullable(),
    /** 1 (easy) to 10 (hard). */
    difficulty: z.array(bin),
    medianDifficulty: z.number().nullable(),
  }),
});
export type Statistics = z.infer<typeof statistics>;

/**
 * The chances of a set's reviewed points on a day: a tenth is below `weakest` and a tenth above `strongest`. Future
 * days assume no reviews.
 */
const curveDay = z.object({
  day,
  mean: chance,
  weakest: chance,
  strongest: chance,
});
export type CurveDay = z.infer<typeof curveDay>;

/** A day of the curve with reviews of the set. */
const sessionDay = z.object({ day, reviews: z.int(), recalled: z.int() });
export type SessionDay = z.infer<typeof sessionDay>;

export const setStatistics = z.object({
  today: day,
  desiredRetention: z.number(),
  standing: z.object({
    /** At or above the desired retention and not due by the end of today. */
    solid: z.int(),
    /** Due by the end of today, or below the desired retention. */
    fading: z.int(),
    /** Missed in their latest review today: neither solid nor fading. */
    missed: z.int(),
    /** New: without a review. */
    fresh: z.int(),
  }),
  /** Expected reviews per week over the next three months, as in the settings' preview. */
  reviewsPerWeek: z.number(),
  /** Empty for a set without reviews. */
  curve: z.array(curveDay),
  sessionDays: z.array(sessionDay),
  /** The points that `missed` counts. Their chance of recall has no meaning today. */
  missedToday: z.array(id),
  runs,
  /** Started in the last 53 weeks. */
  sessions: z.int(),
  year: z.array(reviewDay),
});
export type SetStatistics = z.infer<typeof setStatistics>;

const pointReview = z.object({
  id,
  session: id,
  at: z.int(),
  day,
  /** The original grade: 1 again to 4 easy. */
  rating: z.int(),
  /** The effective rating after disputes: 0 for not reviewed. */
  counted: z.int(),
  /** unaided, hinted, told or missed; empty in old reviews. */
  how: z.string(),
  /** The chance of recall before the review; null for the first review. */
  chanceBefore: chance.nullable(),
});
export type PointReview = z.infer<typeof pointReview>;

const curvePoint = z.object({ at: z.int(), chance });
export type CurvePoint = z.infer<typeof curvePoint>;

export const pointStatistics = z.object({
  now: z.int(),
  today: day,
  desiredRetention: z.number(),
  /** Null for a new point. */
  memory: z
    .object({ chance, stability: z.number(), difficulty: z.number(), lapses: z.int(), dueAt: z.int(), dueDay: day })
    .nullable(),
  reviews: z.array(pointReview),
  /** The number of imported reviews of the point. `reviews` does not include them. */
  importedReviews: z.int(),
  /** From the first review to some time after the due date. Each review starts a new line. */
  curve: z.array(z.array(curvePoint)),
});
export type PointStatistics = z.infer<typeof pointStatistics>;
