import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** What the pictures of recall are made of. Days are the person's own, as `YYYY-MM-DD`. No text of a point is in here. */

const day = z.string();
const chance = z.number().min(0).max(1);

/** A day with something on it. `reviews` are those that count after disputes; `spentMs` is the time all of them took. */
const reviewDay = z.object({ day, reviews: z.int(), spentMs: z.int() });
export type ReviewDay = z.infer<typeof reviewDay>;

/** Days of the year one after another with a review. `current` is 0 where neither today nor yesterday has one. */
const runs = z.object({ longest: z.int(), current: z.int() });
export type Runs = z.infer<typeof runs>;

/** True retention in a month: of points known before, on their first review of a day, how many were recalled. */
const retentionMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  reviews: z.int(),
  recalled: z.int(),
  share: chance,
  /** Where the true share lies, 19 times of 20. */
  low: chance,
  high: chance,
  /** What these reviews were scheduled for, on average. */
  desired: chance,
});
export type RetentionMonth = z.infer<typeof retentionMonth>;

/** How many points lie from `from` up to below `to`; null where there is no end. */
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
  /** The person's own, 0.7 to 0.97. */
  desiredRetention: z.number(),
  totals,
  runs,
  /** Begun in the last 53 weeks. */
  sessions: z.int(),
  /** The last 53 weeks and today: days with a review only. */
  year: z.array(reviewDay),
  /** Today and the 89 days after it. What is overdue counts for today, what was told or shown today for tomorrow. */
  forecast: z.object({ overdue: z.int(), fresh: z.int(), days: z.array(dueDay) }),
  /** The last 24 months; those without a review of a known point are left out. */
  retention: z.array(retentionMonth),
  memory: z.object({
    /** Points that were reviewed and are still there. */
    points: z.int(),
    /** The sum of their chances of being recalled now; what was missed today adds nothing. */
    expected: z.number(),
    /** Days until the chance has fallen to 90 %. */
    stability: z.array(bin),
    medianStability: z.number().nullable(),
    /** 1 easy to 10 hard. */
    difficulty: z.array(bin),
    medianDifficulty: z.number().nullable(),
  }),
});
export type Statistics = z.infer<typeof statistics>;

/**
 * A set on one day: chances of its reviewed points, of which a tenth lies below `weakest` and a tenth above `strongest`.
 * Days to come are as if nothing were reviewed.
 */
const curveDay = z.object({
  day,
  mean: chance,
  weakest: chance,
  strongest: chance,
});
export type CurveDay = z.infer<typeof curveDay>;

/** A day of the curve on which the set was reviewed. */
const sessionDay = z.object({ day, reviews: z.int(), recalled: z.int() });
export type SessionDay = z.infer<typeof sessionDay>;

export const setStatistics = z.object({
  today: day,
  /** What its reviews are scheduled for. */
  desiredRetention: z.number(),
  standing: z.object({
    /** At the desired retention or above it, and not due by the end of today. */
    solid: z.int(),
    /** Due by then, or below that retention. */
    fading: z.int(),
    /** Their latest review of today was a miss, and they are not held before they are asked again: neither solid nor fading. */
    missed: z.int(),
    /** Never reviewed. */
    fresh: z.int(),
  }),
  /** Reviews a week that its points come to over the next three months: the figure of the settings' preview. */
  reviewsPerWeek: z.number(),
  /** Empty for a set without a review. */
  curve: z.array(curveDay),
  sessionDays: z.array(sessionDay),
  /** The points that `missed` counts: a chance of recalling them says nothing today. */
  missedToday: z.array(id),
  runs,
  /** Begun in the last 53 weeks. */
  sessions: z.int(),
  year: z.array(reviewDay),
});
export type SetStatistics = z.infer<typeof setStatistics>;

const pointReview = z.object({
  id,
  session: id,
  at: z.int(),
  day,
  /** As it was graded, 1 again to 4 easy. */
  rating: z.int(),
  /** As it counts: 0 for not reviewed, after a dispute. */
  counted: z.int(),
  /** unaided, hinted, told or missed; empty where that was not kept. */
  how: z.string(),
  /** The chance of recalling it just before; null for the first review. */
  chanceBefore: chance.nullable(),
});
export type PointReview = z.infer<typeof pointReview>;

const curvePoint = z.object({ at: z.int(), chance });
export type CurvePoint = z.infer<typeof curvePoint>;

export const pointStatistics = z.object({
  now: z.int(),
  today: day,
  desiredRetention: z.number(),
  /** Null where it was never reviewed. */
  memory: z
    .object({ chance, stability: z.number(), difficulty: z.number(), lapses: z.int(), dueAt: z.int(), dueDay: day })
    .nullable(),
  reviews: z.array(pointReview),
  /** From the first review to some time after it is due. Each review starts a new line. */
  curve: z.array(z.array(curvePoint)),
});
export type PointStatistics = z.infer<typeof pointStatistics>;
