import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** What crosses the wire for grades and for the memory model. */

/** What a review is graded: `again` forgotten, `hard` after a hint, `good` unaided, `easy` by the person's click alone. */
export const grade = z.enum(['again', 'hard', 'good', 'easy']);
export type Grade = z.infer<typeof grade>;
/** What the person says that a grade should be; `not-reviewed` takes the review out of the point's history. */
export const gradeDispute = z.object({ rating: z.enum([...grade.options, 'not-reviewed']) });
export type DisputedGrade = z.infer<typeof gradeDispute>['rating'];

/** What a desired retention would cost in a set, and bring, over some weeks. */
export const retentionCost = z.object({
  /** 0.7 to 0.97, by hundredths. */
  retention: z.number(),
  reviewsPerDay: z.number(),
  /** The share of the set, 0 to 1, that would be remembered on the average day of that time. */
  remembered: z.number(),
});
export type RetentionCost = z.infer<typeof retentionCost>;

/** How well weights foresee what is recalled. `auc` is null where everything, or nothing, was recalled. */
const accuracy = z.object({ logLoss: z.number(), rmseBins: z.number(), auc: z.number().nullable() });
export type Accuracy = z.infer<typeof accuracy>;

/** How fitted weights did on the latest reviews, which they were not fitted to, against the ones in use. */
export const fitFigures = z.object({
  /** Reviews with something to foresee: all but the first of each point, once a day. */
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
  /** What is scheduled already is made anew by the weights in use; `isBack`: a move is taken back. */
  z.object({ status: z.literal('moving'), /** Points. */ done: z.int(), total: z.int(), isBack: z.boolean() }),
  /** It was, all of it or as far as it had come when it was cancelled. */
  z.object({ status: z.literal('moved'), at: z.int(), isWhole: z.boolean(), isBack: z.boolean() }),
]);
export type ModelRun = z.infer<typeof modelRun>;

/** `GET /api/recall/memory-model` */
export const memoryModel = z.object({
  active: z.object({
    kind: z.enum(['published', 'own']),
    weights: z.array(z.number()),
    /** When the person took them; null for the published ones. */
    since: z.int().nullable(),
    figures: fitFigures.nullable(),
    /** How much of what was scheduled before was moved to them last; null where nothing was, or still is under way. */
    moved: z.enum(['all', 'part']).nullable(),
  }),
  /** Reviews that a fit could learn from, and how many it needs. */
  reviews: z.int(),
  needed: z.int(),
  /** What was asked for last, until it is answered; null where nothing was. */
  run: modelRun.nullable(),
});
export type MemoryModel = z.infer<typeof memoryModel>;

/** `POST /api/recall/memory-model/use`: the weights of a run, or null for the published ones. */
export const weightsChoice = z.object({
  id: id.nullable(),
  /** Also moves what is scheduled already to when these weights would have it, in the background: `run` tells. */
  moveDue: z.boolean().default(false),
});
