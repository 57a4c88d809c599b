import { z } from 'zod';

import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { id, sessionStartedBase } from '#session/protocol.ts';

import { exposureWhy, grade, how } from './grades/protocol.ts';
import { setSettings, setSettingsChange } from './scheduling/protocol.ts';

/** What crosses the wire for recall: its own messages of a session, and the bodies of its routes. */

const seq = z.int().nonnegative();
const event = { session: id, seq, at: z.int().nonnegative() };

export const dismissOverlay = z.object({
  type: z.literal('dismiss_overlay'),
  id,
  session: id,
  choice: z.enum(['continue', 'done']),
});

/** `GET /api/agents`: who plays a role for a person now. */
export const agent = z.object({
  role: z.enum(['tutor', 'evaluator']),
  name: z.string(),
  embedded: z.boolean(),
  /** Where what is said goes; null where it stays on this machine. */
  destination: z.string().nullable(),
});
export type Agent = z.infer<typeof agent>;

/** What the learner may ask for at any time. `tell` exposes the point that is asked for. */
export const requestHelp = z.object({
  type: z.literal('request_help'),
  id,
  session: id,
  kind: z.enum(['hint', 'forgotten', 'tell']),
});
export type HelpKind = z.infer<typeof requestHelp>['kind'];

export const sessionStarted = sessionStartedBase.extend({
  mode: z.literal('recall'),
  setId: id,
  /** In the order of the set; their text stays with the server until the session is over. */
  pointIds: z.array(id),
  totalPoints: z.int(),
  recalledCount: z.int(),
});
export const pointRecalled = z.object({
  type: z.literal('point_recalled'),
  ...event,
  pointId: id,
  recalledCount: z.int(),
  totalPoints: z.int(),
});
/** One message was read against all unchecked points. What was found stays with the server. */
export const messageEvaluated = z.object({ type: z.literal('message_evaluated'), ...event, messageId: id });
/** The learner asked for help with a button; what it says in the transcript is the message of this id. */
export const helpRequested = z.object({
  type: z.literal('help_requested'),
  ...event,
  messageId: id,
  kind: z.enum(['hint', 'forgotten', 'tell']),
});
/** Words that were shown gave a point away. Which one stays with the server. */
export const pointTold = z.object({ type: z.literal('point_told'), ...event, messageId: id });
export const sessionCompleteOverlay = z.object({ type: z.literal('session_complete_overlay'), ...event });
export const overlayDismissed = z.object({
  type: z.literal('overlay_dismissed'),
  ...event,
  choice: z.enum(['continue', 'done']),
});

/** A recall session as the page sees it. */
const recallState = z.object({
  setId: id,
  pointIds: z.array(id),
  recalledIds: z.array(id),
  /** Every point is recalled and the person has not said yet whether to go on. */
  overlay: z.boolean(),
  /** The overlay was shown; it is shown once. */
  overlayShown: z.boolean(),
});
export type RecallView = z.infer<typeof recallState>;

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
