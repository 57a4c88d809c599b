import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** The wire format of grades and of the memory model. */

/** The grade of a review: `again` forgotten, `hard` after a hint, `good` unaided. Only the person can set `easy`. */
export const grade = z.enum(['again', 'hard', 'good', 'easy']);
export type Grade = z.infer<typeof grade>;
/** The grade that the person disputes a review with; `not-reviewed` removes the review from the point's history. */
export const gradeDispute = z.object({ rating: z.enum([...grade.options, 'not-reviewed']) });
export type DisputedGrade = z.infer<typeof gradeDispute>['rating'];

/** The cost and the effect of a desired retention in a set, over a period. */
export const retentionCost = z.object({
  /** 0.7 to 0.97, in steps of 0.01. */
  retention: z.number(),
  reviewsPerDay: z.number(),
  /** The share of the set, 0 to 1, remembered on an average day of the period. */
  remembered: z.number(),
});
export type RetentionCost = z.infer<typeof retentionCost>;

/** The accuracy of weights in predicting recall. `auc` is null if everything, or nothing, was recalled. */
const accuracy = z.object({ logLoss: z.number(), rmseBins: z.number(), auc: z.number().nullable() });
export type Accuracy = z.infer<typeof accuracy>;

/** The results of fitted weights and of those in use, on the latest reviews, which the trial was not fitted to. */
export const fitFigures = z.object({
  /** Reviews that can be predicted: all except the first of each point, one per day. */
  reviews: z.int(),
  fittedTo: z.int(),
  measuredOn: z.int(),
  before: accuracy,
  after: accuracy,
});
export type FitFigures = z.infer<typeof fitFigures>;

const modelRun = z.discriminatedUnion('status', [
  z.object({ status: z.literal('running'), startedAt: z.int(), /** 0 to 1. */ progress: z.number() }),
  z.object({ status: z.literal('better'), id, at: z.int(), figures: fitFigures }),
  z.object({ status: z.literal('no-better'), at: z.int(), figures: fitFigures }),
  z.object({ status: z.literal('failed'), at: z.int(), message: z.string() }),
]);
export type ModelRun = z.infer<typeof modelRun>;

/** `GET /api/recall/memory-model` */
export const memoryModel = z.object({
  active: z.object({
    kind: z.enum(['published', 'own']),
    weights: z.array(z.number()),
    /** When the person accepted them; null for the published weights. */
    since: z.int().nullable(),
    figures: fitFigures.nullable(),
    /** How many cards were moved to them; null without a move. */
    moved: z.enum(['all', 'part']).nullable(),
  }),
  /** The number of reviews available for a fit, and the number required. */
  reviews: z.int(),
  needed: z.int(),
  /** The latest run until the person answers it; null without one. */
  run: modelRun.nullable(),
});
export type MemoryModel = z.infer<typeof memoryModel>;

/** `POST /api/recall/memory-model/fit`. `leaveOutJudged`: without grades that the person judged or changed. */
export const fitChoice = z.object({ leaveOutJudged: z.boolean().default(false) }).prefault({});
export type FitChoice = z.infer<typeof fitChoice>;

/** `POST /api/recall/memory-model/use`: the weights of a run, or null for the published ones. */
export const weightsChoice = z.object({
  id: id.nullable(),
  /** Also recomputes existing due dates with these weights. */
  moveDue: z.boolean().default(false),
});
