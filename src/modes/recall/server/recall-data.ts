import type { Kysely } from 'kysely';
import { z } from 'zod';

import { preferencesAnswer } from '#account/protocol.ts';
import { csvLine } from '#person-data/domain/csv.ts';
import { jsonArray } from '#person-data/domain/json-line.ts';
import type { ExportFiles } from '#person-data/server/export-files.ts';
import type { ExportedPerson, PersonData, PersonTable, Row, StoredFiles } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';
import { json, text } from '#person-data/server/stored-values.ts';

import { MAX_CLIENT_CHARACTERS, WORDS_KEY_CHARACTERS } from '../proposals/protocol.ts';
import { exposureWhy, how } from '../reviews/protocol.ts';
import type { ImportedReview } from '../scheduling/domain/reviews/imported-history.ts';
import { IMAGE_TYPES } from '../sets/domain/images/image-type.ts';
import { MAX_STORED_TAGS } from '../sets/domain/tags.ts';
import { wholePoint } from '../sets/domain/whole-point.ts';
import {
  imageSide,
  MAX_CONTEXT_CHARACTERS,
  MAX_POINT_CHARACTERS,
  MAX_SENTENCE_CHARACTERS,
  setSettings,
  storedMoment,
} from '../sets/protocol.ts';
import { csvOf, imageFile, setsOf } from '../sets/server/exporting/set-files.ts';
import { deckParts } from '../sets/server/undo/deck-actions.ts';
import type { RecallTables } from '../storage/server/tables.ts';

const { shape: settings } = setSettings;
const sets: PersonTable = {
  key: ['id'],
  values: {
    status: settings.status,
    desired_retention: settings.desiredRetention,
    new_per_day: settings.newPerDay,
    reviews_per_day: settings.reviewsPerDay,
    exam_on: settings.examOn,
  },
  names: ['title', 'folder'],
};
const instant = z.string().refine((at) => !Number.isNaN(Date.parse(at)), 'it is no time');
const card = z.looseObject({
  due: instant,
  stability: z.number(),
  difficulty: z.number(),
  state: z.int().min(0).max(3),
  last_review: instant.nullish(),
  day: z.iso.date().optional(),
});
const orEmpty = (content: z.ZodType) => z.literal('').or(json(content));
const { timeZone, dayStartsAt } = preferencesAnswer.shape;
const day = z.iso.date();
const MAX_RATING = 4;
const MAX_NOTE_CARD = 20;
/** The latest due time: its year has four digits in every time zone. */
const LATEST_DUE = Date.UTC(9999, 0, 1);
const images: StoredFiles = {
  nameOf: ({ id }) => `the image ${String(id)} of a point`,
  hashOf: (_, { hash }) => Promise.resolve(typeof hash === 'string' ? hash : null),
};
const importedReviews = z.array(
  z.tuple([z.int(), z.int().min(1).max(MAX_RATING), z.int().min(0), z.int().min(0).max(3)]),
);
const histories: PersonTable = {
  key: ['point_id'],
  values: { card: json(card), reviews: json(importedReviews), review_count: z.int().min(0) },
};
const reviews: PersonTable = {
  key: ['at', 'id'],
  values: {
    time_zone: timeZone,
    day_starts_at: dayStartsAt,
    rating: z.int().min(1).max(MAX_RATING),
    state_before: json(card),
    how: how.or(z.literal('')),
    desired_retention: z.number().min(0).max(1),
  },
};

export const recallData: PersonData = {
  tables: {
    recall_sets: sets,
    recall_points: {
      key: ['set_id', 'position', 'id'],
      values: {
        text: text(MAX_POINT_CHARACTERS),
        question: text(MAX_POINT_CHARACTERS),
        context: text(MAX_CONTEXT_CHARACTERS),
        tags: text(MAX_STORED_TAGS),
        note_card: text(MAX_NOTE_CARD),
        moment: json(storedMoment),
      },
    },
    proposed_points: {
      key: ['created_at', 'id'],
      values: {
        client: text(MAX_CLIENT_CHARACTERS),
        text: text(MAX_POINT_CHARACTERS),
        question: text(MAX_POINT_CHARACTERS),
        context: text(MAX_CONTEXT_CHARACTERS),
        sentence: text(MAX_SENTENCE_CHARACTERS),
        words_key: text(WORDS_KEY_CHARACTERS),
      },
      names: ['set_name'],
    },
    point_images: {
      key: ['id'],
      rowsAtOnce: 1,
      values: { side: imageSide, media_type: z.enum(Object.keys(IMAGE_TYPES)) },
      fileOf: ({ id, media_type: type }) => imageFile({ id: String(id), media_type: String(type) }),
      files: images,
    },
    // The published weights belong to nobody: every database has them.
    fsrs_weights: { key: ['id'], values: { weights: json(z.array(z.number())), figures: orEmpty(z.unknown()) } },
    point_cards: { key: ['point_id'], values: { card: json(card), due_at: z.int().min(0).max(LATEST_DUE) } },
    review_log: reviews,
    review_disputes: { key: ['id'], values: { rating: z.int().min(0).max(MAX_RATING) } },
    review_day_totals: { key: ['session_id', 'set_id', 'day'], values: { day } },
    deck_imports: {
      key: ['id'],
      values: {
        state: z.enum(['writing', 'done', 'undone']),
        parts: json(deckParts),
        time_zone: timeZone,
        day_starts_at: dayStartsAt,
      },
    },
    imported_histories: histories,
    exposures: { key: ['id'], values: { why: exposureWhy } },
    recall_sessions: { key: ['session_id'], values: { ungraded: orEmpty(z.record(z.string(), z.string())) } },
    recall_session_sets: { key: ['session_id', 'set_id'] },
  },
  async writeFiles(files, of) {
    const everything = { read: of.read as unknown as Kysely<RecallTables>, person: of.person };
    const sets = () => setsOf(everything, { sets: null, hasDeleted: true });
    await files.write('recall/sets.json', jsonArray(sets()));
    await files.write('recall/sets.csv', csvOf(sets()));
    await writeReviews(files, of);
  },
};

async function writeReviews(files: ExportFiles, of: ExportedPerson): Promise<void> {
  const points = await readPoints(of);
  await files.write('recall/reviews.json', jsonArray(reviewsOf(of, points)));
  await files.write(
    'recall/reviews.csv',
    (async function* lines() {
      let isFirst = true;
      for await (const review of reviewsOf(of, points)) {
        if (isFirst) yield csvLine(Object.keys(review));
        isFirst = false;
        yield csvLine(Object.values(review));
      }
    })(),
  );
}

/** The reviews made here, then imported ones, whose `how` is `imported`. */
async function* reviewsOf(of: ExportedPerson, points: Awaited<ReturnType<typeof readPoints>>) {
  const { read, person } = of;
  for await (const row of rowsOf(read, { name: 'review_log', table: reviews, person }))
    yield {
      at: when(row['at']),
      point: points.get(String(row['point_id']))?.words ?? null,
      rating: Number(row['rating']),
      how: String(row['how']),
      duration_ms: numberIn(row['duration_ms']),
      self_checked: Number(row['self_checked']),
      desired_retention: numberIn(row['desired_retention']),
      time_zone: String(row['time_zone']),
      set_id: String(row['set_id']),
      point_id: String(row['point_id']),
      session_id: String(row['session_id']),
      id: String(row['id']),
    };
  const done = await readDoneImports(of);
  for await (const row of rowsOf(read, { name: 'imported_histories', table: histories, person })) {
    if (!done.has(String(row['import_id']))) continue;
    const point = points.get(String(row['point_id']));
    for (const [at, rating, milliseconds] of JSON.parse(String(row['reviews'])) as ImportedReview[])
      yield {
        at: when(at),
        point: point?.words ?? null,
        rating,
        how: 'imported',
        duration_ms: milliseconds,
        self_checked: null,
        desired_retention: null,
        time_zone: null,
        set_id: point?.set ?? null,
        point_id: String(row['point_id']),
        session_id: null,
        id: null,
      };
  }
}

/** An import that is under way or was undone does not count. */
async function readDoneImports({ read, person }: ExportedPerson): Promise<ReadonlySet<string>> {
  const rows = await (read as unknown as Kysely<RecallTables>)
    .selectFrom('deck_imports')
    .select('id')
    .where('person_id', '=', person)
    .where('state', '=', 'done')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function readPoints({ read, person }: ExportedPerson) {
  const rows = await (read as unknown as Kysely<RecallTables>)
    .selectFrom('recall_points')
    .select(['id', 'set_id', 'text', 'question'])
    .where('person_id', '=', person)
    .execute();
  return new Map(rows.map((row) => [row.id, { words: wholePoint(row), set: row.set_id }]));
}

const numberIn = (value: Row[string] | undefined): number | null => (typeof value === 'number' ? value : null);

const when = (at: Row[string] | undefined): string | null =>
  typeof at === 'number' ? new Date(at).toISOString() : null;
