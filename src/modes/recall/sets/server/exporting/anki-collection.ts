import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import {
  cardColumns,
  type CollectionDays,
  collectionStart,
  reviewColumns,
} from '../../domain/exporting/card-columns.ts';
import type { ExportedPoint, ExportedReview } from '../../domain/exporting/exported-point.ts';
import { NOTE_TYPES, noteTypesJson } from '../../domain/exporting/note-types.ts';
import type { AnkiNote } from '../../domain/exporting/notes-of.ts';
import { ANKI_SCHEMA } from './anki-schema.ts';

export interface CollectionOf {
  readonly days: CollectionDays;
  /** Last weight of the memory model. */
  readonly decay: number;
  /** For sets without their own value. */
  readonly desiredRetention: number;
  /** In ms. */
  readonly now: number;
}

export interface AnkiDeck {
  /** Levels are separated by `::`. */
  readonly name: string;
  readonly description: string;
  readonly created_at: number;
  readonly desired_retention: number | null;
  readonly new_per_day: number | null;
  readonly reviews_per_day: number | null;
}

/** Schema version. */
const VERSION = 11;
/** Update sequence number of rows that were not sent to AnkiWeb yet. */
const UNSENT = -1;
/** Id of the default deck and of its options, which every collection has. */
const DEFAULT = 1;
/** Anki's value for no limit. */
const NO_LIMIT = 9_999;
const CHECKSUM_DIGITS = 8;
const SEPARATOR = '\u001f';

/** Writes an Anki collection to a new file. Call `finish` to complete it. */
export class AnkiCollection {
  readonly #database: DatabaseSync;
  readonly #of: CollectionOf;
  readonly #note: StatementSync;
  readonly #card: StatementSync;
  readonly #review: StatementSync;
  readonly #decks: Record<string, object> = {};
  readonly #options: Record<string, object> = {};
  readonly #reviewIds = new Set<number>();
  /** Last id given to a note, card or deck. */
  #lastId = 0;
  #deck = { id: DEFAULT, desiredRetention: 0 };
  #newCards = 0;

  constructor(file: string, of: CollectionOf) {
    this.#of = of;
    this.#database = new DatabaseSync(file);
    // Safe without a journal: the file is deleted if anything fails.
    this.#database.exec('pragma journal_mode = off; pragma synchronous = off;');
    this.#database.exec(ANKI_SCHEMA);
    this.#database.exec('begin');
    const insert = (table: string, columns: number) =>
      this.#database.prepare(`insert into ${table} values (${Array.from({ length: columns }, () => '?').join(', ')})`);
    this.#note = insert('notes', 11);
    this.#card = insert('cards', 18);
    this.#review = insert('revlog', 9);
    this.#addDeck(DEFAULT, 'Default', '');
    this.#addOptions(DEFAULT, 'Default', { desiredRetention: of.desiredRetention, perDay: [null, null] });
  }

  /** Adds a deck. Notes that are added afterwards belong to it. */
  addDeck({ name, description, created_at, desired_retention, new_per_day, reviews_per_day }: AnkiDeck): void {
    const id = this.#nextId(created_at);
    const desiredRetention = desired_retention ?? this.#of.desiredRetention;
    this.#deck = { id, desiredRetention };
    this.#addDeck(id, name, description);
    this.#addOptions(id, name, { desiredRetention, perDay: [new_per_day, reviews_per_day] });
  }

  addNotes(notes: readonly AnkiNote[], reviews: ReadonlyMap<string, readonly ExportedReview[]>): void {
    for (const note of notes) {
      const id = this.#nextId(Math.min(...note.cards.map(({ point }) => point.createdAt)));
      const sortField = withoutHtml(note.fields[0] ?? '');
      const modified = Math.floor(note.modifiedAt / 1_000);
      const tags = note.tags.length === 0 ? '' : ` ${note.tags.join(' ')} `;
      const type = NOTE_TYPES[note.type].id;
      this.#note.run(
        id,
        note.guid,
        type,
        modified,
        UNSENT,
        tags,
        note.fields.join(SEPARATOR),
        sortField,
        checksum(sortField),
        0,
        sourceOf(note),
      );
      for (const { ord, point } of note.cards)
        this.#addCard({ note: id, ord, modified }, point, reviews.get(point.id) ?? []);
    }
  }

  #addCard(
    of: { note: number; ord: number; modified: number },
    point: ExportedPoint,
    reviews: readonly ExportedReview[],
  ): void {
    const id = this.#nextId(point.createdAt);
    const { days, decay } = this.#of;
    if (!point.card) this.#newCards += 1;
    const memory = { desiredRetention: this.#deck.desiredRetention, decay };
    const card = cardColumns(point, this.#newCards, { days, memory });
    const { type, queue, due, ivl, factor, reps, lapses, left, data } = card;
    const numbers = [type, queue, due, ivl, factor, reps, lapses, left];
    this.#card.run(id, of.note, this.#deck.id, of.ord, of.modified, UNSENT, ...numbers, 0, 0, 0, data);
    for (const [index, review] of reviews.entries()) {
      const after = reviews[index + 1]?.lastIntervalDays ?? point.card?.scheduled_days ?? 0;
      const { ease, ivl, lastIvl, factor, time, type } = reviewColumns(review, after);
      this.#review.run(this.#reviewId(review.at), id, UNSENT, ease, ivl, lastIvl, factor, time, type);
    }
  }

  /** Writes the row of `col` and commits. */
  finish(): void {
    const { days, now } = this.#of;
    const { at, minutesWest } = collectionStart(days);
    const seconds = Math.floor(now / 1_000);
    const settings = {
      activeDecks: [DEFAULT],
      addToCur: true,
      collapseTime: 1_200,
      creationOffset: minutesWest,
      curDeck: DEFAULT,
      curModel: NOTE_TYPES.question.id,
      dayLearnFirst: false,
      dueCounts: true,
      estTimes: true,
      fsrs: true,
      newSpread: 0,
      nextPos: this.#newCards + 1,
      rollover: Math.floor(days.cut.dayStartsAt / 60),
      sched2021: true,
      schedVer: 2,
      sortBackwards: false,
      sortType: 'noteFld',
      timeLim: 0,
    };
    this.#database
      .prepare('insert into col values (1, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?)')
      .run(
        at,
        now,
        now,
        VERSION,
        ...[settings, noteTypesJson(seconds), this.#decks, this.#options, {}].map((each) => JSON.stringify(each)),
      );
    this.#database.exec('commit');
  }

  close(): void {
    this.#database.close();
  }

  #addDeck(id: number, name: string, description: string): void {
    const none = [0, 0];
    this.#decks[id] = {
      id,
      mod: Math.floor(this.#of.now / 1_000),
      name,
      usn: UNSENT,
      lrnToday: none,
      revToday: none,
      newToday: none,
      timeToday: none,
      collapsed: false,
      browserCollapsed: false,
      desc: description,
      dyn: 0,
      conf: id,
      extendNew: 0,
      extendRev: 0,
    };
  }

  #addOptions(
    id: number,
    name: string,
    {
      desiredRetention,
      perDay: [newPerDay, reviewsPerDay],
    }: { desiredRetention: number; perDay: readonly [number | null, number | null] },
  ): void {
    this.#options[id] = {
      id,
      mod: Math.floor(this.#of.now / 1_000),
      name,
      usn: UNSENT,
      maxTaken: 60,
      autoplay: true,
      timer: 0,
      replayq: true,
      new: {
        bury: true,
        delays: [1, 10],
        initialFactor: 2_500,
        ints: [1, 4, 0],
        order: 1,
        perDay: newPerDay ?? NO_LIMIT,
      },
      rev: { bury: true, ease4: 1.3, ivlFct: 1, maxIvl: 36_500, perDay: reviewsPerDay ?? NO_LIMIT, hardFactor: 1.2 },
      lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
      dyn: false,
      desiredRetention,
    };
  }

  /** Returns a free id near `at`: ids of notes, cards and decks are times in ms. Ids always increase. */
  #nextId(at: number): number {
    this.#lastId = Math.max(this.#lastId + 1, at);
    return this.#lastId;
  }

  /** Anki identifies a review by its time. Reviews at the same time are moved by milliseconds. */
  #reviewId(at: number): number {
    let id = at;
    while (this.#reviewIds.has(id)) id += 1;
    this.#reviewIds.add(id);
    return id;
  }
}

/** The original words of each card, for Warren's import. Anki clears this column when the note is edited. */
function sourceOf({ cards }: AnkiNote): string {
  return JSON.stringify({
    warren: cards.map(({ ord, point: { noteId, noteCard, question, text, context } }) => ({
      ord,
      noteId,
      noteCard,
      question,
      text,
      context,
    })),
  });
}

const IMAGE = /<img src="([^"]{1,300})">/gu;

/** The form in which Anki compares first fields: tags are removed, images are replaced by their file names. */
function withoutHtml(field: string): string {
  return field
    .replace(IMAGE, ' $1 ')
    .replace(/<[^<>]{1,300}>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function checksum(sortField: string): number {
  return Number.parseInt(createHash('sha1').update(sortField).digest('hex').slice(0, CHECKSUM_DIGITS), 16);
}
