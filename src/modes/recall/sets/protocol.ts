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
/** A set's description and settings. */
export const setSettings = z.object({
  /** `paused`: suspended, left out of Today; `archived`: hidden as well. */
  status: setStatus,
  /** The set's description, which agents in rabbit holes get; may be empty. */
  description: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(MAX_DESCRIPTION, 'What a set is about has at most 500 characters.'),
  /** The folder in the list of sets, its levels divided by `::`; empty for none. */
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
  /** 0.7 to 0.97; null for the person's own. */
  desiredRetention: retention.nullable(),
  /** Maximum number of new, or due, points per day; null for no limit. */
  newPerDay: perDay.nullable(),
  reviewsPerDay: perDay.nullable(),
  /** The day of an exam on the set; null for none. */
  examOn: z.iso.date().nullable(),
});
export type SetSettings = z.infer<typeof setSettings>;
const setSettingsChange = setSettings.partial();
/** `GET /api/recall/sets/:setId/retention-preview` */
export const retentionPreview = z.object({
  days: z.int(),
  points: z.int(),
  /** The person's own retention, which applies if the set has none. */
  personRetention: z.number(),
  costs: z.array(retentionCost),
});
export type RetentionPreview = z.infer<typeof retentionPreview>;
/** `GET /api/recall/sets/:setId/exam-plan?on=YYYY-MM-DD`: what an exam on a day would ask for; nothing is changed. */
export const examParameters = z.object({ on: z.iso.date() });
export const examPlan = z.object({
  /** The day by which all new points are seen. */
  seenBy: z.string(),
  /** From today to the day before the exam. */
  days: z.array(z.object({ day: z.string(), fresh: z.int(), reviews: z.int() })),
  /** The mean probability of recall on the day of the exam, 0 to 1; null without points. */
  expected: z.number().nullable(),
});
export type ExamPlan = z.infer<typeof examPlan>;
/** A leech: a point that was forgotten again and again. */
export const imageSide = z.enum(['question', 'answer']);
export type ImageSide = z.infer<typeof imageSide>;
/** An image of a point, at `/api/recall/images/:id`. One of the answer is shown after it, one of the question with it. */
export const pointImage = z.object({ id, side: imageSide });
export type PointImage = z.infer<typeof pointImage>;
const leech = z.object({
  pointId: id,
  setId: id,
  setTitle: z.string(),
  /** Its position in the set, from 1. */
  number: z.int(),
  text: z.string(),
  question: z.string().nullable(),
  context: z.string(),
  images: z.array(pointImage),
  /** The number of times that it was forgotten after it had been known. */
  lapses: z.int(),
  /** Suggested parts, if the point seems to hold several thoughts. */
  parts: z.array(z.string()),
});
export type Leech = z.infer<typeof leech>;
/** `GET /api/recall/leeches`, all sets or the one of `?set=` */
export const leechesAnswer = z.object({ leeches: z.array(leech) });
export const leechesParameters = z.object({ set: id.optional() });
export const titleSuggestion = z.object({
  title: z.string(),
  /** The name of the model or of the embedded agent. */
  by: z.string(),
  isEmbedded: z.boolean(),
  /** Why the model was not used although it is configured; null otherwise. */
  notice: z.string().nullable(),
});
export type TitleSuggestion = z.infer<typeof titleSuggestion>;
export const MAX_POINT_CHARACTERS = 2_000;
export const MAX_CONTEXT_CHARACTERS = 500;
export const MAX_POINTS_PER_SET = 20_000;
/** The ids of the points of a full set. */
export const MAX_IDS_BYTES = 2 * 1024 * 1024;
export const MAX_TAG_CHARACTERS = 100;
export const MAX_TAGS = 50;
const MAX_FINDINGS = 50;
export const MAX_SENTENCE_CHARACTERS = 4_000;
/** Text as it is stored. Validated after cleaning, so that cleaning cannot make it empty. */
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
/** One of the person's days, `YYYY-MM-DD`, by their time zone and day start. */
const day = z.string();
export const sourceOfPoint = z.object({
  sourceId: id,
  title: z.string(),
  kind: sourceKind,
  origin: sourceOrigin,
  /** The sentence it was made of, with white space folded. */
  sentence: z.string(),
  /** Its passage, for a link to `/library/SOURCE#pNUMBER`; null if the sentence is not in the source any more. */
  passage: z.int().nullable(),
});
export type SourceOfPoint = z.infer<typeof sourceOfPoint>;
/** A place in a session: a message of its chat or, without a chat, a second of its recording. */
const sessionPlace = z.object({
  messageId: id.nullable().default(null),
  second: z.int().min(0).nullable().default(null),
  /** When it was said or done, in ms. */
  at: z.int().min(0),
});
/** As it is stored with a point. `title`: of the session when the point was kept, or the name of the program. */
export const storedMoment = sessionPlace.extend({ title: z.string() });
export type StoredMoment = z.output<typeof storedMoment>;
/** The moment in a session that a point came from; the session is null for a program that is in no terminal of Warren. */
export const pointMoment = storedMoment.extend({ session: id.nullable() });
export type PointMoment = z.output<typeof pointMoment>;
export const momentOfPoint = pointMoment.extend({
  /** The session does not exist any more. */
  isGone: z.boolean(),
});
export type MomentOfPoint = z.infer<typeof momentOfPoint>;
export const MAX_IMAGES_PER_POINT = 10;
/** `POST /api/recall/points/:pointId/images`: the body is the file. `id` is made by the client, so that a resend adds it once. */
export const imageParameters = z.object({ id: id.optional(), side: imageSide.default('answer') });
/** `PATCH /api/recall/images/:id`: shows it on the other side. */
export const imageChange = z.object({ side: imageSide });
/** `GET /api/recall/sets/:setId/images`, by the point. */
export const setImages = z.object({ images: z.record(id, z.array(pointImage)) });
export type SetImages = z.infer<typeof setImages>;
export const point = z.object({
  id,
  text: z.string(),
  /** The question that it answers; null if it has none. */
  question: z.string().nullable(),
  images: z.array(pointImage),
  /** The heading above the point; may be empty. */
  context: z.string(),
  tags: z.array(z.string()),
  /** When it was suspended, in ms: it is asked for by no session. Null otherwise. */
  suspendedAt: z.int().nullable(),
  createdAt: z.int(),
  /** When it is due, in ms; null without a review. */
  dueAt: z.int().nullable(),
  /** The person's day of `dueAt`: it is due from the start of that day on. */
  dueDay: day.nullable(),
  /** The probability of recalling it now, 0 to 1; null without a review. */
  retrievability: z.number().nullable(),
  reviews: z.int(),
  /** The number of times that it was forgotten after it had been known. */
  lapses: z.int(),
  isLeech: z.boolean(),
  /** Null if it was made of none, or of one that was deleted. */
  source: sourceOfPoint.nullable(),
  /** Null if it came from no session of a terminal. */
  moment: momentOfPoint.nullable(),
});
export type RecallPoint = z.infer<typeof point>;
export const setSummary = setSettings.extend({
  id,
  title: z.string(),
  isSample: z.boolean(),
  points: z.int(),
  /** The number of them that are suspended. They count as neither due nor new. */
  suspended: z.int(),
  /** Reviewed points that are due by the end of today. Here and below, as if an open session had graded nothing. */
  due: z.int(),
  /** New points: without a review. */
  fresh: z.int(),
  /**
   * The number of these that were told or shown today, or wait because of a sibling. They are asked for from tomorrow on.
   */
  exposed: z.object({ due: z.int(), fresh: z.int() }),
  /**
   * The number of the others that are asked for today, within the set's limits, in an active set without an open
   * session.
   */
  today: z.object({ due: z.int(), fresh: z.int() }),
  /** The number that would be ready, but belong to a session that is not over. */
  inProgress: z.object({ due: z.int(), fresh: z.int() }),
  /** Number of leeches that were not dismissed. */
  leeches: z.int(),
  /** The session on this set that is not over. */
  openSession: id.nullable(),
  /** Number of points that it has not recalled yet. */
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
/** `GET /api/recall/sets/:setId`: all of its points, or the first ones. */
const pointsAtOnce = z.coerce.number().int().min(1).max(MAX_POINTS_PER_SET);
export const setParameters = z.object({ first: pointsAtOnce.optional() });
/** `GET /api/recall/sets/:setId/points`: the points that come after one of them. */
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
    /** As if they had never been reviewed. */
    z.object({ do: z.literal('reset') }),
  ]),
});
export type PointsChange = z.input<typeof pointsChange>['change'];
export const pointsChanged = z.object({ changed: z.int() });
/** `GET /api/recall/tags`: the tags of points that can be asked for, in order. */
export const tagsAnswer = z.object({ tags: z.array(z.string()) });
/** Several points at once, one per line or as Markdown. */
export const pointPaste = z.object({
  /** Made by the client, so that a resend adds the points once. */
  id: id.optional(),
  text: z.string(),
  skipBroken: z.boolean().default(false),
});
export const findings = z.object({
  /** Made by the client, so that a resend adds the points once. */
  id: id.optional(),
  /** Makes the set, with this name, if it does not exist. */
  newSet: title.optional(),
  points: z
    .array(newPoint.omit({ id: true }).extend({ moment: sessionPlace.extend({ session: id }).optional() }))
    .min(1, 'There is nothing to keep.')
    .max(MAX_FINDINGS, `At most ${MAX_FINDINGS} points are kept at once.`),
});
/** `known`: points whose words the set already had; they were not added. */
export const findingsKept = z.object({ added: z.int(), known: z.int() });
export type FindingsKept = z.infer<typeof findingsKept>;
/**
 * `POST /api/recall/sets/:setId/points-from-source`: adds points that were made of a source as one addition. `sentence`
 * is in the source; white space does not matter.
 */
export const pointsFromSource = findings.extend({
  sourceId: id,
  points: z
    .array(newPoint.omit({ id: true }).extend({ sentence: words.max(MAX_SENTENCE_CHARACTERS) }))
    .min(1, 'There is nothing to keep.')
    .max(MAX_FINDINGS, `At most ${MAX_FINDINGS} points are kept at once.`),
});
/** `GET /api/recall/sources/:sourceId/points`: what was made of a source. */
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
/** `GET /api/recall/points?q=`: points that say what is typed, best first. */
export const pointQuery = z.object({
  q: z.string().max(500),
  limit: z.coerce.number().int().min(1).max(50).default(8),
});
export const foundPoints = z.object({
  points: z.array(z.object({ pointId: id, setId: id, text: z.string(), setTitle: z.string() })),
});
export type FoundPoints = z.infer<typeof foundPoints>;
/** `GET /api/recall/sources/:sourceId/nearest-set`: null if no set is about the same. */
export const nearestSet = z.object({ setId: id.nullable() });
export type NearestSet = z.infer<typeof nearestSet>;
/** A source is given to the point writer in parts of this length. */
export const MAX_TEXT_CHARACTERS = 100_000;
/** A text, or a source in the library, from which points are written; nothing is added. */
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
  /** `from`: where in the source's content to begin; one part of at most 100,000 characters is read. */
  z.object({ sourceId: id, from: z.int().min(0).default(0) }),
]);
/** `POST /api/recall/sets/:setId/write-points` */
export const writtenPoints = z.object({
  points: z.array(
    z.object({
      text: z.string(),
      /** The question that it answers, if one was written. */
      question: z.string().optional(),
      /** From the text, with white space folded. */
      sentence: z.string(),
      /** The heading above the sentence; may be empty. */
      context: z.string(),
    }),
  ),
  /** The number of further ones that the set already has. */
  known: z.int(),
  /** The name of the agent that wrote them. */
  by: z.string(),
  isEmbedded: z.boolean(),
  /** Why the model was not used although it is configured; null otherwise. */
  notice: z.string().nullable(),
  /** Which part of a long source was read; null if all of it was. */
  part: z.object({ start: z.int(), end: z.int(), of: z.int() }).nullable(),
});
export type WrittenPoints = z.infer<typeof writtenPoints>;
const brokenLine = z.object({ line: z.int(), text: z.string(), message: z.string() });
export type BrokenLine = z.infer<typeof brokenLine>;
/** `added` is 0 while there are `broken` lines and the person has not chosen to skip them: nothing is added in part. */
export const pasteResult = z.object({ added: z.int(), readable: z.int(), broken: z.array(brokenLine) });
export type PasteResult = z.infer<typeof pasteResult>;
export const today = z.object({
  /** Due and new points over all sets. */
  ready: z.int(),
  /** The estimated time in whole minutes at this person's pace; 0 without points. */
  minutes: z.int(),
  sets: z.array(setSummary),
  /** Points that become due on each of the next 14 days, including today. */
  forecast: z.array(z.object({ day, due: z.int() })),
  /** What the person aims at in a week, and how much of it this week has, which begins on Monday. Null without an aim. */
  week: z.object({ aim: z.int(), of: z.enum(['days', 'points']), done: z.int() }).nullable(),
  /** Points that wait to be accepted or dropped, and the programs that proposed them. */
  proposed: z.object({ points: z.int(), by: z.array(z.string()) }),
});
export type Today = z.infer<typeof today>;
/** What a column of a table holds. Several columns of one kind are read together; a row that is `deleted` is left out. */
const columnRole = z.enum(['question', 'answer', 'tags', 'heading', 'deck', 'deleted', 'none']);
export type ColumnRole = z.infer<typeof columnRole>;
/** `dash`: ` - `. */
const separator = z.enum(['tab', 'comma', 'semicolon', 'pipe', 'colon', 'dash']);
/** Anything omitted is detected. */
const deckChoices = z.object({
  /** `none`: the file is no table. */
  separator: separator.or(z.literal('none')).optional(),
  hasHeader: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  /** From the first column on, divided by commas. */
  columns: z
    .string()
    .max(2_000)
    .transform((names) => names.split(','))
    .pipe(z.array(columnRole))
    .optional(),
});
export type DeckChoices = z.output<typeof deckChoices>;
const deckTable = z.object({
  /** Null for another than these. */
  separator: separator.nullable(),
  hasHeader: z.boolean(),
  columns: z.array(z.object({ name: z.string(), role: columnRole, example: z.string() })),
});
export type DeckTable = z.infer<typeof deckTable>;
/** `package`: of Anki, with reviews and images. */
const deckKind = z.enum(['anki', 'table', 'json', 'lines', 'package']);
export type DeckKind = z.infer<typeof deckKind>;
/** `POST /api/recall/decks/files`: the body is the file. It is kept until it was imported, and at most for an hour. */
export const deckFile = z.object({ file: id });
export const deckParameters = deckChoices.extend({
  /** Of a file that was sent. */
  file: id,
  /** The name of the file. */
  name: z.string().max(1_000).default(''),
  /** The name of one set for all points; omitted: as the file has it, or the name of the file. */
  title: title.optional(),
});
/** `fresh`: without due days and reviews of other programs. */
export const deckImportParameters = deckParameters.extend({ schedule: z.enum(['keep', 'fresh']).default('keep') });
/** What a file would add; nothing is added. */
export const deckPreview = z.object({
  kind: deckKind,
  table: deckTable.nullable(),
  /** What should be known of how it was read; may be empty. */
  notes: z.array(z.string()),
  /** The day start in the file, in minutes after midnight; null if it is unknown or the same as the person's. */
  dayStartsAt: z.int().nullable(),
  /**
   * `known`: points that the person has already, which are not added again; the words of `changed` of them are changed.
   * `kept` of them keep other words, which were changed here after those of the file. `later` of them were reviewed
   * elsewhere since, and not here.
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
  /** Of the points that would be added. `scheduled`: those with a due day. */
  scheduled: z.int(),
  reviews: z.int(),
  images: z.int(),
  suspended: z.int(),
  /** The first points that would be added. */
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
  /** The first lines that become no point. */
  left: z.array(brokenLine),
  leftCount: z.int(),
});
export type DeckPreview = z.infer<typeof deckPreview>;
const deckImported = z.object({
  added: z.int(),
  /** Points that were there with other words. */
  changed: z.int(),
  known: z.int(),
  /** Of `known`: points whose words were changed here later than in the file. */
  kept: z.int(),
  /** Points that go on with reviews made elsewhere since. */
  later: z.int(),
  left: z.int(),
  /** Those that got points. */
  sets: z.array(z.object({ id, title: z.string() })),
});
export type DeckImported = z.infer<typeof deckImported>;
/** Anki itself has no limit. */
const MAX_ANKI_DECK_NAME = 2_000;
export const deckFormat = z.enum(['apkg', 'csv', 'markdown', 'json']);
export type DeckFormat = z.infer<typeof deckFormat>;
/** More sets are exported as all of them. */
const MAX_EXPORTED_SETS = 500;
/** `POST /api/recall/export`: sets in their order by name; null for all. */
export const deckExport = z.object({
  format: deckFormat,
  sets: z.array(id).min(1).max(MAX_EXPORTED_SETS).nullable(),
  /** Only these points of the sets. */
  points: z.array(id).min(1, 'Select a point first.').max(MAX_POINTS_PER_SET).optional(),
});
export type DeckExport = z.infer<typeof deckExport>;

/** `GET /api/recall/anki`: for the server's owner, if an address of AnkiConnect is set. */
export const ankiOffer = z.object({ isOffered: z.boolean() });
export type AnkiOffer = z.infer<typeof ankiOffer>;
export const ankiDecks = z.object({ decks: z.array(z.string()) });
export type AnkiDecks = z.infer<typeof ankiDecks>;
/** Its full name in Anki. */
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
