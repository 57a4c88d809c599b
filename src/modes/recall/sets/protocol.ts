import { z } from 'zod';

import { cleanText, DIRECTION_MARKS, hasNoDirectionMarks, isBlank } from '#kernel/clean-text.ts';
import { sourceKind, sourceOrigin } from '#library/storage/protocol.ts';
import { id } from '#session/protocol.ts';

import { retentionCost } from '../scheduling/protocol.ts';

/** The wire format of recall sets and points: settings, leeches, and Today. */

const MIN_RETENTION = 0.7;
const MAX_RETENTION = 0.97;
const MAX_INSTRUCTIONS = 2_000;
const MAX_DESCRIPTION = 500;
const MAX_FOLDER = 500;
const MAX_PER_DAY = 9_999;
const setStatus = z.enum(['active', 'paused', 'archived']);
export type SetStatus = z.infer<typeof setStatus>;
const retention = z
  .number()
  .min(MIN_RETENTION, 'At least 70%.')
  .max(MAX_RETENTION, 'At most 97%: beyond that reviews grow without end.');
const perDay = z.int().min(0, 'At least 0.').max(MAX_PER_DAY, 'At most 9,999 a day.');
/** Description and settings of a set. */
export const setSettings = z.object({
  /** `paused`: suspended, left out of Today; `archived`: hidden as well. */
  status: setStatus,
  /** Description of the set, which agents in rabbit holes receive; may be empty. */
  description: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(MAX_DESCRIPTION, 'What a set is about has at most 500 characters.'),
  /** Folder in the list of sets, with levels separated by `::`; empty for none. */
  folder: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(MAX_FOLDER, `The name of a folder has at most ${MAX_FOLDER} characters.`),
  /** The person's instructions for the tutor in this set; may be empty. */
  tutorInstructions: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(MAX_INSTRUCTIONS, 'Instructions have at most 2,000 characters.'),
  /** 0.7 to 0.97; null to use the person's setting. */
  desiredRetention: retention.nullable(),
  /** Maximum number of new, or due, points per day; null for no limit. */
  newPerDay: perDay.nullable(),
  reviewsPerDay: perDay.nullable(),
  /** Day of an exam on the set; null for none. */
  examOn: z.iso.date().nullable(),
});
export type SetSettings = z.infer<typeof setSettings>;
const setSettingsChange = setSettings.partial();
/** `GET /api/recall/sets/:setId/retention-preview` */
export const retentionPreview = z.object({
  days: z.int(),
  points: z.int(),
  /** The person's setting, which applies if the set has none. */
  personRetention: z.number(),
  costs: z.array(retentionCost),
});
export type RetentionPreview = z.infer<typeof retentionPreview>;
/** `GET /api/recall/sets/:setId/exam-plan?on=YYYY-MM-DD`: the plan for an exam on a day. Changes nothing. */
export const examParameters = z.object({ on: z.iso.date() });
export const examPlan = z.object({
  /** Day by which all new points have been introduced. */
  seenBy: z.string(),
  /** From today to the day before the exam. */
  days: z.array(z.object({ day: z.string(), fresh: z.int(), reviews: z.int() })),
  /** Mean probability of recall on the day of the exam, 0 to 1; null without points. */
  expected: z.number().nullable(),
});
export type ExamPlan = z.infer<typeof examPlan>;
export const imageSide = z.enum(['question', 'answer']);
export type ImageSide = z.infer<typeof imageSide>;
/**
 * An image of a point, served at `/api/recall/images/:id`. Shown with the question or after the answer, by its side.
 */
export const pointImage = z.object({ id, side: imageSide });
export type PointImage = z.infer<typeof pointImage>;
/** A leech: a point that was forgotten again and again. */
const leech = z.object({
  pointId: id,
  setId: id,
  setTitle: z.string(),
  /** Position in the set, from 1. */
  number: z.int(),
  text: z.string(),
  question: z.string().nullable(),
  context: z.string(),
  images: z.array(pointImage),
  /** Number of times that the point was forgotten after it had been known. */
  lapses: z.int(),
  /** Suggested parts, if the point seems to hold several thoughts. */
  parts: z.array(z.string()),
});
export type Leech = z.infer<typeof leech>;
/** `GET /api/recall/leeches`: of all sets, or of the one in `?set=`. */
export const leechesAnswer = z.object({ leeches: z.array(leech) });
export const leechesParameters = z.object({ set: id.optional() });
export const titleSuggestion = z.object({
  title: z.string(),
  /** Name of the model or of the embedded agent. */
  by: z.string(),
  isEmbedded: z.boolean(),
  /** Why a configured model was not used; null otherwise. */
  notice: z.string().nullable(),
});
export type TitleSuggestion = z.infer<typeof titleSuggestion>;
export const MAX_POINT_CHARACTERS = 2_000;
export const MAX_CONTEXT_CHARACTERS = 500;
export const MAX_POINTS_PER_SET = 20_000;
/** Maximum size of a request body with the ids of a full set. */
export const MAX_IDS_BYTES = 2 * 1024 * 1024;
export const MAX_TAG_CHARACTERS = 100;
export const MAX_TAGS = 50;
const MAX_FINDINGS = 50;
export const MAX_SENTENCE_CHARACTERS = 4_000;
/** Text in its stored form. Validated after cleaning, because cleaning can make a text empty. */
const words = z.string().overwrite(cleanText).trim();
const seen = (text: string) => !isBlank(text);
const title = words
  .refine(seen, 'Give the set a name.')
  .refine(hasNoDirectionMarks, DIRECTION_MARKS)
  .max(200, 'A name has at most 200 characters.');
const pointText = words
  .refine(seen, 'A point cannot be empty.')
  .max(MAX_POINT_CHARACTERS, `A point has at most ${MAX_POINT_CHARACTERS} characters.`);
const context = words.max(MAX_CONTEXT_CHARACTERS, `A heading has at most ${MAX_CONTEXT_CHARACTERS} characters.`);
const question = words
  .max(MAX_POINT_CHARACTERS, `A question has at most ${MAX_POINT_CHARACTERS} characters.`)
  .nullable()
  .transform((asked) => (asked === null || isBlank(asked) ? null : asked));
const tags = z
  .array(z.string().max(MAX_TAG_CHARACTERS, `A tag has at most ${MAX_TAG_CHARACTERS} characters.`))
  .max(MAX_TAGS, `A point has at most ${MAX_TAGS} tags.`);
/** A day, `YYYY-MM-DD`, by the person's time zone and day start. */
const day = z.string();
export const sourceOfPoint = z.object({
  sourceId: id,
  title: z.string(),
  kind: sourceKind,
  origin: sourceOrigin,
  /** The sentence that the point was made from, with white space folded. */
  sentence: z.string(),
  /** Number of its passage, for a link to `/library/SOURCE#pNUMBER`; null if the source no longer has the sentence. */
  passage: z.int().nullable(),
});
export type SourceOfPoint = z.infer<typeof sourceOfPoint>;
/** A place in a session: a message of its chat or, without a chat, a second of its recording. */
const sessionPlace = z.object({
  messageId: id.nullable().default(null),
  second: z.int().min(0).nullable().default(null),
  /** Time of the message or action, in ms. */
  at: z.int().min(0),
});
/** Stored with a point. `title`: title of the session when the point was added, or the name of the program. */
export const storedMoment = sessionPlace.extend({ title: z.string() });
export type StoredMoment = z.output<typeof storedMoment>;
/** Moment in a session that a point came from. `session` is null for a program outside Warren's terminals. */
export const pointMoment = storedMoment.extend({ session: id.nullable() });
export type PointMoment = z.output<typeof pointMoment>;
export const momentOfPoint = pointMoment.extend({
  /** The session no longer exists. */
  isGone: z.boolean(),
});
export type MomentOfPoint = z.infer<typeof momentOfPoint>;
export const MAX_IMAGES_PER_POINT = 10;
/**
 * `POST /api/recall/points/:pointId/images`: the body is the file. The client generates `id`, so that a resend does not
 * add the image twice.
 */
export const imageParameters = z.object({ id: id.optional(), side: imageSide.default('answer') });
/** `PATCH /api/recall/images/:id`: changes the side. */
export const imageChange = z.object({ side: imageSide });
/** `GET /api/recall/sets/:setId/images`, by point. */
export const setImages = z.object({ images: z.record(id, z.array(pointImage)) });
export type SetImages = z.infer<typeof setImages>;
export const point = z.object({
  id,
  text: z.string(),
  /** The question that the point answers; null if it has none. */
  question: z.string().nullable(),
  images: z.array(pointImage),
  /** Heading above the point; may be empty. */
  context: z.string(),
  tags: z.array(z.string()),
  /** Time of suspension, in ms; null if not suspended. No session asks for a suspended point. */
  suspendedAt: z.int().nullable(),
  createdAt: z.int(),
  /** Due time, in ms; null without a review. */
  dueAt: z.int().nullable(),
  /** The person's day of `dueAt`. The point is due from the start of that day. */
  dueDay: day.nullable(),
  /** Probability of recall now, 0 to 1; null without a review. */
  retrievability: z.number().nullable(),
  reviews: z.int(),
  /** Number of times that the point was forgotten after it had been known. */
  lapses: z.int(),
  isLeech: z.boolean(),
  /** Null if the point has no source, or the source was deleted. */
  source: sourceOfPoint.nullable(),
  /** Null if the point did not come from a terminal session. */
  moment: momentOfPoint.nullable(),
});
export type RecallPoint = z.infer<typeof point>;
export const setSummary = setSettings.extend({
  id,
  title: z.string(),
  isSample: z.boolean(),
  points: z.int(),
  /** Number of suspended points. They count as neither due nor new. */
  suspended: z.int(),
  /** Reviewed points that are due by the end of today. All counts ignore grades of an open session. */
  due: z.int(),
  /** New points, which have no review. */
  fresh: z.int(),
  /** Number of these that were told or shown today, or wait for a sibling. Sessions ask for them from tomorrow on. */
  exposed: z.object({ due: z.int(), fresh: z.int() }),
  /** Number of the others that are ready today, within the set's limits. 0 unless active without an open session. */
  today: z.object({ due: z.int(), fresh: z.int() }),
  /** Number that would be ready, but belong to an open session. */
  inProgress: z.object({ due: z.int(), fresh: z.int() }),
  /** Number of leeches, without dismissed ones. */
  leeches: z.int(),
  /** The open session on this set. */
  openSession: id.nullable(),
  /** Number of points that are not recalled yet in that session. */
  openPoints: z.int(),
  updatedAt: z.int(),
});
export type SetSummary = z.infer<typeof setSummary>;
export const setDetail = setSummary.extend({
  /** The person's current day. */
  day,
  items: z.array(point),
});
export type SetDetail = z.infer<typeof setDetail>;
/** `GET /api/recall/sets/:setId`: all points, or the first ones. */
const pointsAtOnce = z.coerce.number().int().min(1).max(MAX_POINTS_PER_SET);
export const setParameters = z.object({ first: pointsAtOnce.optional() });
/** `GET /api/recall/sets/:setId/points`: the points after a given one. */
export const partParameters = z.object({ first: pointsAtOnce, after: id });
export const partOfSet = setDetail.pick({ items: true });
export type PartOfSet = z.infer<typeof partOfSet>;
export const newSet = z.object({ id: id.optional(), title, newPerDay: perDay.nullable().default(null) });
export const setChange = setSettingsChange.extend({ title: title.optional() });
export const newPoint = z.object({
  id: id.optional(),
  text: pointText,
  question: question.default(null),
  context: context.default(''),
  tags: tags.default([]),
});
export const pointChange = z.object({
  text: pointText.optional(),
  question: question.optional(),
  context: context.optional(),
  tags: tags.optional(),
});
export const pointSplit = z.object({
  parts: z
    .array(newPoint.omit({ id: true }))
    .min(2, 'A split has at least two parts.')
    .max(20, 'A split has at most 20 parts.'),
});
/** `POST /api/recall/points/change`: changes several points as one action. */
export const pointsChange = z.object({
  pointIds: z.array(id).min(1, 'Select a point first.').max(MAX_POINTS_PER_SET),
  change: z.discriminatedUnion('do', [
    z.object({ do: z.literal('move'), setId: id }),
    z.object({ do: z.literal('tag'), add: tags.default([]), remove: tags.default([]) }),
    z.object({ do: z.enum(['suspend', 'resume', 'delete']) }),
    /** Makes the points new, as if they had never been reviewed. */
    z.object({ do: z.literal('reset') }),
  ]),
});
export type PointsChange = z.input<typeof pointsChange>['change'];
export const pointsChanged = z.object({ changed: z.int() });
/** `GET /api/recall/tags`: sorted tags of points in active sets. */
export const tagsAnswer = z.object({ tags: z.array(z.string()) });
/** Several points at once, one per line or as Markdown. */
export const pointPaste = z.object({
  /** Generated by the client, so that a resend does not add the points twice. */
  id: id.optional(),
  text: z.string(),
  skipBroken: z.boolean().default(false),
});
export const findings = z.object({
  /** Generated by the client, so that a resend does not add the points twice. */
  id: id.optional(),
  /** Creates the set with this name if it does not exist. */
  newSet: title.optional(),
  points: z
    .array(newPoint.omit({ id: true }).extend({ moment: sessionPlace.extend({ session: id }).optional() }))
    .min(1, 'There is nothing to keep.')
    .max(MAX_FINDINGS, `At most ${MAX_FINDINGS} points are kept at once.`),
});
/** `known`: number of points that the set already had, which were not added. */
export const findingsKept = z.object({ added: z.int(), known: z.int() });
export type FindingsKept = z.infer<typeof findingsKept>;
/**
 * `POST /api/recall/sets/:setId/points-from-source`: adds points made from a source as one addition. The source must
 * contain `sentence`; white space can differ.
 */
export const pointsFromSource = findings.extend({
  sourceId: id,
  points: z
    .array(newPoint.omit({ id: true }).extend({ sentence: words.max(MAX_SENTENCE_CHARACTERS) }))
    .min(1, 'There is nothing to keep.')
    .max(MAX_FINDINGS, `At most ${MAX_FINDINGS} points are kept at once.`),
});
/** `GET /api/recall/sources/:sourceId/points`: points made from a source. */
export const pointsOfSource = z.object({
  sets: z.array(
    z.object({
      setId: id,
      title: z.string(),
      points: z.array(z.object({ pointId: id, text: z.string(), sentence: z.string(), passage: z.int().nullable() })),
    }),
  ),
});
export type PointsOfSource = z.infer<typeof pointsOfSource>;
/** `GET /api/recall/points?q=`: points that match the typed words, best first. */
export const pointQuery = z.object({
  q: z.string().max(500),
  limit: z.coerce.number().int().min(1).max(50).default(8),
});
export const foundPoints = z.object({
  points: z.array(z.object({ pointId: id, setId: id, text: z.string(), setTitle: z.string() })),
});
export type FoundPoints = z.infer<typeof foundPoints>;
/** `GET /api/recall/sources/:sourceId/nearest-set`: null if no set has a similar subject. */
export const nearestSet = z.object({ setId: id.nullable() });
export type NearestSet = z.infer<typeof nearestSet>;
/** Length of the parts in which the point writer reads a source. */
export const MAX_TEXT_CHARACTERS = 100_000;
/** A text, or a source in the library, from which to write points. Nothing is added to the set. */
export const textForPoints = z.union([
  z.object({
    text: z
      .string()
      .refine(seen, 'Paste something first.')
      .max(
        MAX_TEXT_CHARACTERS,
        'Points are written from at most 100,000 characters at once. Paste a part of the text.',
      ),
  }),
  /** `from`: offset in the source's content. One part of at most `MAX_TEXT_CHARACTERS` is read. */
  z.object({ sourceId: id, from: z.int().min(0).default(0) }),
]);
/** `POST /api/recall/sets/:setId/write-points` */
export const writtenPoints = z.object({
  points: z.array(
    z.object({
      text: z.string(),
      /** The question that the point answers, if one was written. */
      question: z.string().optional(),
      /** Sentence of the text that the point is based on, with white space folded. */
      sentence: z.string(),
      /** Heading above the sentence; may be empty. */
      context: z.string(),
    }),
  ),
  /** Number of further points that the set already has. */
  known: z.int(),
  /** Name of the agent that wrote the points. */
  by: z.string(),
  isEmbedded: z.boolean(),
  /** Why a configured model was not used; null otherwise. */
  notice: z.string().nullable(),
  /** The part of a long source that was read; null if the whole source was read. */
  part: z.object({ start: z.int(), end: z.int(), of: z.int() }).nullable(),
});
export type WrittenPoints = z.infer<typeof writtenPoints>;
const brokenLine = z.object({ line: z.int(), text: z.string(), message: z.string() });
export type BrokenLine = z.infer<typeof brokenLine>;
/** Nothing is added, and `added` is 0, if there are `broken` lines that the person has not chosen to skip. */
export const pasteResult = z.object({ added: z.int(), readable: z.int(), broken: z.array(brokenLine) });
export type PasteResult = z.infer<typeof pasteResult>;
export const today = z.object({
  /** Number of ready points in all sets. */
  ready: z.int(),
  /** Estimated time in whole minutes at this person's pace; 0 without points. */
  minutes: z.int(),
  sets: z.array(setSummary),
  /** Points that become due on each of the next 14 days, including today. */
  forecast: z.array(z.object({ day, due: z.int() })),
  /** The person's weekly aim, and the progress this week. Weeks begin on Monday. Null without an aim. */
  week: z.object({ aim: z.int(), of: z.enum(['days', 'points']), done: z.int() }).nullable(),
  /** Number of proposed points that wait for a decision, and the programs that proposed them. */
  proposed: z.object({ points: z.int(), by: z.array(z.string()) }),
});
export type Today = z.infer<typeof today>;
/** Role of a table column. Columns with the same role are joined. A row with a filled `deleted` cell is skipped. */
const columnRole = z.enum(['question', 'answer', 'tags', 'heading', 'deck', 'deleted', 'none']);
export type ColumnRole = z.infer<typeof columnRole>;
/** `dash` is ` - `. */
const separator = z.enum(['tab', 'comma', 'semicolon', 'pipe', 'colon', 'dash']);
/** Omitted choices are detected. */
const deckChoices = z.object({
  /** `none`: the file is not a table. */
  separator: separator.or(z.literal('none')).optional(),
  hasHeader: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  /** Roles from the first column on, separated by commas. */
  columns: z
    .string()
    .max(2_000)
    .transform((names) => names.split(','))
    .pipe(z.array(columnRole))
    .optional(),
});
export type DeckChoices = z.output<typeof deckChoices>;
const deckTable = z.object({
  /** Null for a separator that is not in the list. */
  separator: separator.nullable(),
  hasHeader: z.boolean(),
  columns: z.array(z.object({ name: z.string(), role: columnRole, example: z.string() })),
});
export type DeckTable = z.infer<typeof deckTable>;
/** `package`: an Anki package, which can have reviews and images. */
const deckKind = z.enum(['anki', 'table', 'json', 'lines', 'package']);
export type DeckKind = z.infer<typeof deckKind>;
/** `POST /api/recall/decks/files`: the body is the file. It is stored until it is imported, for at most an hour. */
export const deckFile = z.object({ file: id });
export const deckParameters = deckChoices.extend({
  /** Id of an uploaded file. */
  file: id,
  /** Name of the file. */
  name: z.string().max(1_000).default(''),
  /** Name of one set for all points. Default: the sets in the file, or else the name of the file. */
  title: title.optional(),
});
/** `fresh` ignores due days and reviews made in other programs. */
export const deckImportParameters = deckParameters.extend({ schedule: z.enum(['keep', 'fresh']).default('keep') });
/** What an import of a file would add. The preview adds nothing. */
export const deckPreview = z.object({
  kind: deckKind,
  table: deckTable.nullable(),
  /** Remarks on how the file was read; may be empty. */
  notes: z.array(z.string()),
  /** Day start in the file, in minutes after midnight; null if unknown or equal to the person's. */
  dayStartsAt: z.int().nullable(),
  /**
   * `known`: points that the person already has, which are not added again. Of these, the import changes the words of
   * `changed`. `kept` have different words here, which are newer than those in the file. `later` have newer reviews in
   * the file and none here.
   */
  sets: z.array(
    z.object({
      title: z.string(),
      isNew: z.boolean(),
      points: z.int(),
      known: z.int(),
      changed: z.int(),
      kept: z.int(),
      later: z.int(),
    }),
  ),
  /** Counts of the points that would be added. `scheduled`: points with a due day. */
  scheduled: z.int(),
  reviews: z.int(),
  images: z.int(),
  suspended: z.int(),
  /** The first of the points that would be added. */
  first: z.array(
    z.object({
      set: z.string(),
      text: z.string(),
      question: z.string().nullable(),
      context: z.string(),
      tags: z.array(z.string()),
      images: z.int(),
    }),
  ),
  /** The first of the lines that do not become a point. */
  left: z.array(brokenLine),
  leftCount: z.int(),
});
export type DeckPreview = z.infer<typeof deckPreview>;
const deckImported = z.object({
  added: z.int(),
  /** Existing points whose words were changed. */
  changed: z.int(),
  known: z.int(),
  /** Those of `known` whose words here are newer than in the file. */
  kept: z.int(),
  /** Existing points that got newer reviews from the file. */
  later: z.int(),
  left: z.int(),
  /** Sets that got points. */
  sets: z.array(z.object({ id, title: z.string() })),
});
export type DeckImported = z.infer<typeof deckImported>;
/** Limit of Warren; Anki has none. */
const MAX_ANKI_DECK_NAME = 2_000;
export const deckFormat = z.enum(['apkg', 'csv', 'markdown', 'json']);
export type DeckFormat = z.infer<typeof deckFormat>;
/** Maximum number of sets that can be named. To export more, export all. */
const MAX_EXPORTED_SETS = 500;
/** `POST /api/recall/export`: sets are written in order of their names; null for all. */
export const deckExport = z.object({
  format: deckFormat,
  sets: z.array(id).min(1).max(MAX_EXPORTED_SETS).nullable(),
  /** Only these points of the sets. */
  points: z.array(id).min(1, 'Select a point first.').max(MAX_POINTS_PER_SET).optional(),
});
export type DeckExport = z.infer<typeof deckExport>;

/** `GET /api/recall/anki`: offered only to the server's owner, if an AnkiConnect address is configured. */
export const ankiOffer = z.object({ isOffered: z.boolean() });
export type AnkiOffer = z.infer<typeof ankiOffer>;
export const ankiDecks = z.object({ decks: z.array(z.string()) });
export type AnkiDecks = z.infer<typeof ankiDecks>;
/** Full name in Anki. */
export const ankiDeck = z.object({ deck: z.string().min(1).max(MAX_ANKI_DECK_NAME) });
/** The person's latest import. */
export const deckProgress = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** `total` is 0 until it is known. */
  z.object({ state: z.literal('running'), done: z.int(), total: z.int() }),
  z.object({ state: z.literal('done'), imported: deckImported }),
  z.object({ state: z.literal('failed'), message: z.string() }),
]);
export type DeckProgress = z.infer<typeof deckProgress>;
