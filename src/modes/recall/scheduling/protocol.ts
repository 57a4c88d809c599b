import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';

/** What crosses the wire for how a set is asked, for points that do not stick, and for the memory model. */

const LOWEST_RETENTION = 0.7;
const HIGHEST_RETENTION = 0.97;
const MAX_INSTRUCTIONS = 2_000;
const MAX_DESCRIPTION = 500;
const MOST_PER_DAY = 9_999;

const setStatus = z.enum(['active', 'paused', 'archived']);
export type SetStatus = z.infer<typeof setStatus>;

const retention = z
  .number()
  .min(LOWEST_RETENTION, 'At least 70%.')
  .max(HIGHEST_RETENTION, 'At most 97%: beyond that reviews grow without end.');
const perDay = z.int().min(0, 'At least 0.').max(MOST_PER_DAY, 'At most 9,999 a day.');

/** What a set is about, and how it is asked. */
export const setSettings = z.object({
  /** `paused`: kept out of Today; `archived`: out of sight too. */
  status: setStatus,
  /** What the set is about, for whoever talks of it elsewhere; empty for nothing. */
  description: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(MAX_DESCRIPTION, 'What a set is about has at most 500 characters.'),
  /** What the person wants the tutor to mind in this set; empty for nothing. */
  tutorInstructions: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(MAX_INSTRUCTIONS, 'Instructions have at most 2,000 characters.'),
  /** 0.7 to 0.97; null for the person's own. */
  desiredRetention: retention.nullable(),
  /** At most so many points asked for the first time, or asked again, a day; null for no limit. */
  newPerDay: perDay.nullable(),
  reviewsPerDay: perDay.nullable(),
});
export type SetSettings = z.infer<typeof setSettings>;
export const setSettingsChange = setSettings.partial();

/** What a desired retention would cost in a set, and bring, over some weeks. */
const retentionCost = z.object({
  /** 0.7 to 0.97, by hundredths. */
  retention: z.number(),
  reviewsPerDay: z.number(),
  /** The share of the set, 0 to 1, that would be remembered on the average day of that time. */
  remembered: z.number(),
});
export type RetentionCost = z.infer<typeof retentionCost>;
/** `GET /api/recall/sets/:setId/retention-preview` */
export const retentionPreview = z.object({
  days: z.int(),
  points: z.int(),
  /** The person's own, which counts where the set has none. */
  personRetention: z.number(),
  costs: z.array(retentionCost),
});
export type RetentionPreview = z.infer<typeof retentionPreview>;

/** A point that was forgotten again and again. */
const leech = z.object({
  pointId: id,
  setId: id,
  setTitle: z.string(),
  /** Where it stands in its set, from 1. */
  number: z.int(),
  text: z.string(),
  context: z.string(),
  /** How often it was forgotten after it had been known. */
  lapses: z.int(),
  /** Its thoughts one by one, where it seems to hold several: what splitting would begin with. */
  parts: z.array(z.string()),
});
export type Leech = z.infer<typeof leech>;
/** `GET /api/recall/leeches`, all sets or the one of `?set=` */
export const leechesAnswer = z.object({ leeches: z.array(leech) });
export const leechesQuery = z.object({ set: id.optional() });

export const titleSuggestion = z.object({
  title: z.string(),
  /** Who made it: the model by name, or the embedded agent. */
  by: z.string(),
  isEmbedded: z.boolean(),
  /** Why the model did not, where it should have; null otherwise. */
  notice: z.string().nullable(),
});
export type TitleSuggestion = z.infer<typeof titleSuggestion>;

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
