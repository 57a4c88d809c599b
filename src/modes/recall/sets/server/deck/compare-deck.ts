import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { lastReviewOf, type StoredCard } from '../../../scheduling/domain/scheduling.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { PackageDeck } from '../../domain/deck/package.ts';
import { pointKey } from '../../domain/same-words.ts';
import { levelsOf, pathOfSet } from '../../domain/set-path.ts';
import { storedTags } from '../../domain/tags.ts';
import { MAX_POINTS_PER_SET } from '../../protocol.ts';
import { existingKeys } from '../subject.ts';
import type { ChangedPoint, ChangedWords } from '../undo/deck-actions.ts';
import type { DeckCard } from './open-deck.ts';

/** A set for which a file has cards. */
export interface ComparedSet {
  /** Whole name of the set. */
  readonly title: string;
  /** Null for a new set. */
  readonly setId: string | null;
  /** Deck options in the file; null if it has none. */
  readonly options: PackageDeck | null;
  /**
   * Numbers of points: `points` are added, `known` exist already. Of `known`, `changed` get the words of the file, and
   * `kept` keep different words that are newer than those of the file.
   */
  points: number;
  known: number;
  changed: number;
  kept: number;
  /** Those of `known` that were not reviewed here and have later reviews in the file. */
  later: number;
}

interface ComparedCard {
  readonly set: ComparedSet;
  readonly card: DeckCard;
  /** The existing point, if it was not reviewed here and the card has reviews after `since`. */
  readonly later?: { readonly pointId: string; readonly setId: string; readonly since: number };
}
export type Compared = ComparedCard &
  ({ readonly type: 'new' | 'known' | 'full' } | { readonly type: 'changed'; readonly change: ChangedPoint });

interface Held extends ComparedSet {
  readonly keys: Set<string>;
}

interface Comparing {
  readonly person: string;
  /** Name of the file, which names the set if the file does not. */
  readonly name: string;
  /** Name of one set for all points; undefined to use the sets in the file. */
  readonly title: string | undefined;
}

const MAX_TITLE = 200;
/** Yields to the event loop after this many cards. */
const CARDS_AT_ONCE = 500;
const ROWS_AT_ONCE = 2_000;

/** Compares the cards of a file, in order, with the person's points and with earlier cards of the file. */
export class DeckComparison {
  readonly sets = new Map<string, ComparedSet>();
  readonly #db: Kysely<RecallTables>;
  readonly #given: Comparing;
  #options: ReadonlyMap<string, PackageDeck> = new Map();
  #there: ReadonlyMap<string, string> | null = null;
  /** Points by note and card; null for those that already occurred in the file. */
  #notes: Map<string, NotePoint | null> | null = null;

  constructor(db: Kysely<RecallTables>, given: Comparing) {
    this.#db = db;
    this.#given = given;
  }

  knowOptions(decks: readonly PackageDeck[]): void {
    this.#options = new Map(decks.map((deck) => [deck.name, deck]));
  }

  async take(cards: readonly DeckCard[]): Promise<readonly Compared[]> {
    const compared: Compared[] = [];
    for (const [index, card] of cards.entries()) {
      if (index % CARDS_AT_ONCE === CARDS_AT_ONCE - 1) await setImmediate();
      compared.push(await this.#takeOne(card));
    }
    return compared;
  }

  async #takeOne(card: DeckCard): Promise<Compared> {
    const noted = await this.#noteOf(card);
    const set = await this.#setOf(card);
    if (noted !== undefined) {
      set.known += 1;
      if (noted === null) return { type: 'known', set, card };
      const to = wordsOf(card);
      const compared = { set, card, ...laterOf(noted, card) };
      if (compared.later) set.later += 1;
      if (isSame(noted.words, to)) return { type: 'known', ...compared };
      if (isLater(noted, card)) {
        set.kept += 1;
        return { type: 'known', ...compared };
      }
      set.changed += 1;
      return { type: 'changed', ...compared, change: { ...noted.point, from: noted.words, to } };
    }
    const key = keyOf(card);
    const isHeld = set.keys.has(key);
    if (isHeld) set.known += 1;
    if (isHeld || set.keys.size >= MAX_POINTS_PER_SET) return { type: isHeld ? 'known' : 'full', set, card };
    set.keys.add(key);
    set.points += 1;
    return { type: 'new', set, card };
  }

  /** The person's point from the same card of the same note; null if it already occurred in the file. */
  async #noteOf({ note }: DeckCard): Promise<NotePoint | null | undefined> {
    if (!note) return undefined;
    this.#notes ??= await readNotes(this.#db, this.#given.person);
    const key = `${note.id}\n${note.card}`;
    const there = this.#notes.get(key);
    this.#notes.set(key, null);
    return there;
  }

  async #setOf({ deck }: DeckCard): Promise<Held> {
    const title = this.#given.title ?? titleOf(deck, this.#given.name);
    const there = this.sets.get(title);
    if (there) return there as Held;
    this.#there ??= await setsByName(this.#db, this.#given.person);
    const setId = this.#there.get(title) ?? null;
    const keys =
      setId === null ? new Set<string>() : await existingKeys(this.#db, { person: this.#given.person, setId });
    const options = this.#options.get(deck) ?? null;
    const made: Held = { title, setId, options, keys, points: 0, known: 0, changed: 0, kept: 0, later: 0 };
    this.sets.set(title, made);
    return made;
  }
}

/** Includes the images, since cards can have the same text and differ only in images. */
function keyOf(card: DeckCard): string {
  return [pointKey(card), ...card.images.map(({ side, key }) => `${side} ${key}`)].join('\n');
}

interface NotePoint {
  readonly point: { readonly pointId: string; readonly updatedAt: number };
  readonly createdAt: number;
  readonly words: ChangedWords;
  readonly setId: string;
  /** Imported card, as JSON. */
  readonly imported: string | null;
  readonly isReviewedHere: boolean;
}
/** Without an imported card, for example after a reset here, only reviews after the point's creation count as later. */
function laterOf({ point, setId, createdAt, ...held }: NotePoint, { reviews }: DeckCard): Pick<ComparedCard, 'later'> {
  const last = reviews.at(-1);
  if (!last || held.isReviewedHere) return {};
  const card = held.imported === null ? null : (JSON.parse(held.imported) as StoredCard | null);
  const since = (card && lastReviewOf(card)?.at) ?? createdAt;
  return last.at > since ? { later: { pointId: point.pointId, setId, since } } : {};
}

/** Whether the words were changed here after the import and after the last change of the note. */
function isLater({ point: { updatedAt }, createdAt }: NotePoint, { note }: DeckCard): boolean {
  return updatedAt > createdAt && updatedAt >= (note?.modifiedAt ?? 0);
}

function wordsOf({ text, question, context, tags }: DeckCard): ChangedWords {
  return { text, question, context, tags: storedTags(tags) };
}

function isSame(one: ChangedWords, other: ChangedWords): boolean {
  return (
    one.text === other.text &&
    one.question === other.question &&
    one.context === other.context &&
    one.tags === other.tags
  );
}

/** Points of a person that came from notes, by note and card. */
async function readNotes(db: Kysely<RecallTables>, person: string): Promise<Map<string, NotePoint | null>> {
  const notes = new Map<string, NotePoint | null>();
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('recall_points')
      .innerJoin('recall_sets', 'recall_sets.id', 'set_id')
      .leftJoin('imported_histories', 'point_id', 'recall_points.id')
      .select((eb) => [
        'set_id',
        'imported_histories.card as imported',
        eb
          .selectFrom('review_log')
          .select('review_log.id')
          .where('review_log.person_id', '=', person)
          .whereRef('review_log.point_id', '=', 'recall_points.id')
          .limit(1)
          .as('review'),
      ])
      .select(['recall_points.id', 'note_id', 'note_card', 'text', 'question', 'context', 'tags'])
      .select(['recall_points.created_at', 'recall_points.updated_at'])
      .where('recall_points.person_id', '=', person)
      .where('recall_points.id', '>', last)
      .where('note_id', 'is not', null)
      .where('recall_points.deleted_at', 'is', null)
      .where('recall_sets.deleted_at', 'is', null)
      .orderBy('recall_points.id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id: pointId, note_id, note_card, created_at: createdAt, updated_at: updatedAt, ...row } of rows) {
      const { set_id: setId, imported, review, ...words } = row;
      notes.set(`${note_id ?? ''}\n${note_card ?? ''}`, {
        point: { pointId, updatedAt },
        createdAt,
        words,
        setId,
        imported,
        isReviewedHere: review !== null,
      });
    }
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_ONCE) return notes;
    last = end.id;
    await setImmediate();
  }
}

function titleOf(deck: string, file: string): string {
  const named = deck === '' ? file.replace(/\.[a-z\d]{1,8}$/iu, '') : deck;
  // Names must not contain control and format characters.
  const plain = levelsOf(named.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/\s+/gu, ' ')).join('::');
  return plain.slice(0, MAX_TITLE).toWellFormed().trim() || 'Imported';
}

/** Ids of the person's sets by whole name. If several have the same name, the oldest wins. */
async function setsByName(db: Kysely<RecallTables>, person: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('recall_sets')
    .select(['id', 'title', 'folder'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [pathOfSet(row), row.id]));
}
