import { z } from 'zod';

import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';

import { retentionCost } from '../scheduling/protocol.ts';

/** What crosses the wire for recall sets and their points: how a set is asked, points that do not stick, and Today. */

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
const setSettings = z.object({
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
const setSettingsChange = setSettings.partial();
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
export const MAX_POINT_CHARACTERS = 2_000;
export const MAX_CONTEXT_CHARACTERS = 500;
export const MAX_POINTS_PER_SET = 20_000;
const MAX_FINDINGS = 50;
/** Text as it is stored; checked after it was cleaned, so that nothing becomes empty behind the check. */
const words = z.string().overwrite(cleanText).trim();
const seen = (text: string) => !isBlank(text);
const title = words.refine(seen, 'Give the set a name.').max(200, 'A name has at most 200 characters.');
const pointText = words
  .refine(seen, 'A point cannot be empty.')
  .max(MAX_POINT_CHARACTERS, `A point has at most ${MAX_POINT_CHARACTERS} characters.`);
const context = words.max(MAX_CONTEXT_CHARACTERS, `A heading has at most ${MAX_CONTEXT_CHARACTERS} characters.`);
/** One of the person's days, `YYYY-MM-DD`: it begins when theirs does, in their zone. */
const day = z.string();
export const point = z.object({
  id,
  text: z.string(),
  /** The heading it stood under, or empty. */
  context: z.string(),
  /** When it is due, in milliseconds; null for one that was never reviewed. */
  dueAt: z.int().nullable(),
  /** The person's day that lies in: it is due from the beginning of that day on. */
  dueDay: day.nullable(),
  /** The chance, 0 to 1, of recalling it now; null for one that was never reviewed. */
  retrievability: z.number().nullable(),
  reviews: z.int(),
  /** How often it was forgotten after it had been known. */
  lapses: z.int(),
});
export type RecallPoint = z.infer<typeof point>;
export const setSummary = setSettings.extend({
  id,
  title: z.string(),
  isSample: z.boolean(),
  points: z.int(),
  /** Reviewed before and due by the end of today. */
  due: z.int(),
  /** Never reviewed. */
  fresh: z.int(),
  /** What of these was told or shown today: recalled today it would earn nothing, so it is asked for from tomorrow on. */
  exposed: z.object({ due: z.int(), fresh: z.int() }),
  /** What of the others is asked for today: within the set's limits after what was done today; nothing unless it is active. */
  today: z.object({ due: z.int(), fresh: z.int() }),
  /** Points that were forgotten again and again, unless the person said that they know. */
  leeches: z.int(),
  /** The session on this set that is not over yet. */
  openSession: id.nullable(),
  updatedAt: z.int(),
});
export type SetSummary = z.infer<typeof setSummary>;
export const setDetail = setSummary.extend({
  /** The person's present day. */
  day,
  items: z.array(point),
});
export type SetDetail = z.infer<typeof setDetail>;
export const newSet = z.object({ id: id.optional(), title });
export const setChange = setSettingsChange.extend({ title: title.optional() });
export const newPoint = z.object({ id: id.optional(), text: pointText, context: context.default('') });
export const pointChange = z.object({ text: pointText.optional(), context: context.optional() });
/** New points in place of one that holds too much. */
export const pointSplit = z.object({
  parts: z
    .array(newPoint.omit({ id: true }))
    .min(2, 'A split has at least two parts.')
    .max(20, 'A split has at most 20 parts.'),
});
/** Many points at once, one a line or Markdown. */
export const pointPaste = z.object({
  /** Made by the client: asked twice with the same id, the points are added once. */
  id: id.optional(),
  text: z.string(),
  skipBroken: z.boolean().default(false),
});
/** What was found elsewhere and is to be kept in a set: all of it is one addition. */
export const findings = z.object({
  /** Made by the client: asked twice with the same id, they are added once. */
  id: id.optional(),
  points: z
    .array(newPoint.omit({ id: true }))
    .min(1, 'There is nothing to keep.')
    .max(MAX_FINDINGS, `At most ${MAX_FINDINGS} points are kept at once.`),
});
/** `known`: the set held these words already, and they were not added again. */
export const findingsKept = z.object({ added: z.int(), known: z.int() });
export type FindingsKept = z.infer<typeof findingsKept>;
const brokenLine = z.object({ line: z.int(), text: z.string(), message: z.string() });
export type BrokenLine = z.infer<typeof brokenLine>;
/** `added` is 0 while `broken` holds lines and the person has not asked for the rest: it is all of the rest or none. */
export const pasteResult = z.object({ added: z.int(), readable: z.int(), broken: z.array(brokenLine) });
export type PasteResult = z.infer<typeof pasteResult>;
export const today = z.object({
  /** Due or fresh points over all sets. */
  ready: z.int(),
  /** A guess from this person's own pace, in whole minutes; 0 where nothing is ready. */
  minutes: z.int(),
  sets: z.array(setSummary),
  /** Points that fall due on each of the next 14 days, the first of which is today. */
  forecast: z.array(z.object({ day, due: z.int() })),
});
export type Today = z.infer<typeof today>;
