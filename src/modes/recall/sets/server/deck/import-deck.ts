import { setImmediate } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import { writeCards } from '../../../scheduling/server/reviews/cards.ts';
import { activeWeightsOf } from '../../../scheduling/server/scheduler-settings.ts';
import type { RecallDependencies, RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { PackageBatch } from '../../domain/deck/package.ts';
import type { DeckImported } from '../../protocol.ts';
import { insertImages } from '../images/images.ts';
import { insertPoints, instantOfAddition, requireRoom } from '../points.ts';
import { addSet, requireSet } from '../sets.ts';
import { type ChangedPoint, type DeckPart, recordDeckImported } from '../undo/deck-actions.ts';
import { type CardHistory, historyOf } from './card-history.ts';
import { type Compared, type ComparedSet, DeckComparison } from './compare-deck.ts';
import { ImportedTotals } from './imported-totals.ts';
import { addLaterReviews, type LaterReviews } from './later-reviews.ts';
import type { DeckCard, OpenDeck } from './open-deck.ts';
import { takeBackImport } from './take-back.ts';

/** Points per transaction. Other writers can commit between two transactions. */
const POINTS_AT_ONCE = 50;
const TOTALS_AT_ONCE = 500;
const MAX_IMAGE_BYTES_AT_ONCE = 4_000_000;
/** The default that the page offers for a new set. */
const NEW_PER_DAY = 15;

type Trx = Transaction<RecallTables>;
type Needs = Pick<RecallDependencies, 'database' | 'undo' | 'now' | 'newId' | 'preferencesOf'>;
interface Part extends DeckPart {
  readonly title: string;
  /** Position of the next point. */
  next: number;
  count: number;
}
interface NewCard {
  readonly id: string;
  readonly set: ComparedSet;
  readonly card: DeckCard;
  readonly history: CardHistory | null;
}
type ComparedCard = Pick<NewCard, 'set' | 'card'>;

export interface DeckImport {
  readonly person: string;
  readonly deck: OpenDeck;
  /** Name of the file. */
  readonly name: string;
  readonly title: string | undefined;
  /** Ignores schedules and reviews of other programs. */
  readonly isFresh: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Adds the points of a file in short transactions, as rows that are not visible yet. The last transaction makes all of
 * them visible and records one undo action. A failed or cancelled import is reverted at once, and one that was cut off
 * is reverted at the next start.
 */
export async function importDeck(dependencies: Needs, given: DeckImport): Promise<DeckImported> {
  const { database, now, newId, preferencesOf } = dependencies;
  const { person } = given;
  const preferences = await preferencesOf(database.read, person);
  const importId = newId();
  await database.write((trx) =>
    trx
      .insertInto('deck_imports')
      .values({
        id: importId,
        person_id: person,
        started_at: now(),
        state: 'writing',
        parts: '[]',
        time_zone: preferences.timeZone,
        day_starts_at: preferences.dayStartsAt,
      })
      .execute(),
  );
  const writing = new WrittenImport(dependencies, given, { importId, preferences });
  try {
    return await writing.run();
  } catch (error) {
    // The cause of the failure can make this fail too. The next start repeats it.
    await takeBackImport(database, { person, importId }).catch(() => {});
    throw error;
  }
}

interface Written {
  readonly importId: string;
  readonly preferences: RecallPreferences;
}

class WrittenImport {
  readonly #needs: Needs;
  readonly #given: DeckImport;
  readonly #of: Written;
  readonly #comparison: DeckComparison;
  readonly #parts = new Map<ComparedSet, Part>();
  readonly #changed: ChangedPoint[] = [];
  readonly #later: LaterReviews[] = [];
  readonly #totals: ImportedTotals;
  /** Ids of written images, by their keys in the file. */
  readonly #images = new Map<string, string>();
  #left = 0;

  constructor(needs: Needs, given: DeckImport, of: Written) {
    this.#needs = needs;
    this.#given = given;
    this.#of = of;
    this.#comparison = new DeckComparison(needs.database.read, given);
    this.#totals = new ImportedTotals(of.importId, of.preferences);
  }

  async run(): Promise<DeckImported> {
    const { deck, signal, onProgress, isFresh, person } = this.#given;
    const { database, now } = this.#needs;
    const { preferences } = this.#of;
    const { weights } = await activeWeightsOf(database.read, person);
    const by = { cut: preferences, settings: { weights, desiredRetention: preferences.desiredRetention }, now: now() };
    let progress = { done: 0, total: 0 };
    await deck.read({
      signal,
      cut: preferences,
      withImages: true,
      onHead: ({ decks, cards }) => {
        this.#comparison.knowOptions(decks);
        onProgress((progress = { ...progress, total: cards }));
      },
      onBatch: async ({ cards, images, left }) => {
        this.#left += left.length;
        const compared = await this.#comparison.take(cards);
        const made = (each: ComparedCard): NewCard => ({
          ...each,
          id: this.#needs.newId(),
          history: isFresh ? null : historyOf(each.card, by),
        });
        if (!isFresh) this.#keepLater(compared, by);
        await this.#write(this.#newCards(compared), { images, made });
        onProgress((progress = { ...progress, done: progress.done + cards.length }));
      },
    });
    signal.throwIfAborted();
    return this.#finish();
  }

  #newCards(compared: readonly Compared[]) {
    return compared.flatMap((each) => {
      if (each.type === 'changed') this.#changed.push(each.change);
      if (each.type === 'full') this.#left += 1;
      return each.type === 'new' ? [{ set: each.set, card: each.card }] : [];
    });
  }

  #keepLater(compared: readonly Compared[], by: Parameters<typeof historyOf>[1]): void {
    for (const { later, card } of compared) {
      const history = later ? historyOf(card, by) : null;
      if (!later || !history?.card) continue;
      const reviews = history.reviews.filter(([at]) => at > later.since);
      this.#later.push({ pointId: later.pointId, history: { ...history, reviews } });
      this.#totals.add([{ ...later, reviews, desiredRetention: card.schedule?.desiredRetention ?? null }]);
    }
  }

  async #write(
    cards: readonly ComparedCard[],
    { images, made }: Pick<PackageBatch, 'images'> & { made: (card: ComparedCard) => NewCard },
  ): Promise<void> {
    const bytes = new Map(images.map((image) => [image.key, image.bytes]));
    for (const compared of inParts(cards, bytes)) {
      this.#given.signal.throwIfAborted();
      const part = compared.map(made);
      await setImmediate();
      await this.#needs.database.write((trx) => this.#writePart(trx, part, bytes));
      await setImmediate();
      this.#totals.add(
        part.map(({ id, set, card, history }) => ({
          pointId: id,
          setId: this.#parts.get(set)?.setId ?? '',
          reviews: history?.reviews ?? [],
          desiredRetention: card.schedule?.desiredRetention ?? null,
        })),
      );
    }
  }

  async #writePart(trx: Trx, cards: readonly NewCard[], bytes: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const { person } = this.#given;
    for (const [compared, ofSet] of Map.groupBy(cards, ({ set }) => set)) {
      const part = this.#parts.get(compared) ?? (await this.#begin(trx, compared));
      await insertPoints(
        trx,
        { person, setId: part.setId },
        {
          points: ofSet.map(({ id, card: { note, ...card } }) => ({
            ...card,
            id,
            ...(note && { noteId: note.id, noteCard: note.card }),
            suspendedAt: card.isSuspended ? part.at : null,
          })),
          at: part.at,
          newId: this.#needs.newId,
          from: part.next,
          hasRoom: true,
          ...(!part.isNew && { deletedAt: part.at }),
        },
      );
      part.next += ofSet.length;
      part.count += ofSet.length;
    }
    await this.#writeImages(trx, cards, bytes);
    await this.#writeHistories(trx, cards);
  }

  /** Creates the set if it is new, and records the part, by which an import that is cut off is reverted. */
  async #begin(trx: Trx, compared: ComparedSet): Promise<Part> {
    const { title, setId: there, options } = compared;
    const { newId, now } = this.#needs;
    const set = { person: this.#given.person, setId: there ?? newId() };
    const at = await instantOfAddition(trx, set, now());
    if (there === null) {
      await addSet(trx, set, {
        title,
        isSample: false,
        newPerDay: options?.newPerDay ?? NEW_PER_DAY,
        reviewsPerDay: options?.reviewsPerDay ?? null,
        desiredRetention: options?.desiredRetention ?? null,
        at,
        deletedAt: at,
      });
    }
    const { last } = await trx
      .selectFrom('recall_points')
      .select((eb) => eb.fn.max('position').as('last'))
      .where('set_id', '=', set.setId)
      .where('person_id', '=', set.person)
      .executeTakeFirstOrThrow();
    const part: Part = { setId: set.setId, isNew: there === null, at, title, next: Number(last ?? 0) + 1, count: 0 };
    const parts = [...this.#parts.values(), part];
    await this.#setImport(trx, { parts: JSON.stringify(parts.map(partOf)) });
    this.#parts.set(compared, part);
    return part;
  }

  async #writeImages(trx: Trx, cards: readonly NewCard[], bytes: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const rows = cards.flatMap(({ id: pointId, card }) =>
      card.images.flatMap(({ side, key }) => {
        const given = bytes.get(key);
        const earlier = this.#images.get(key);
        if (!given && earlier === undefined) return [];
        const id = this.#needs.newId();
        if (earlier === undefined) this.#images.set(key, id);
        return [{ id, pointId, side, image: given ?? { copyOf: earlier ?? '' } }];
      }),
    );
    await insertImages(trx, this.#given.person, { images: rows, at: this.#needs.now() });
  }

  async #writeHistories(trx: Trx, cards: readonly NewCard[]): Promise<void> {
    const { person } = this.#given;
    const brought = cards.flatMap(({ id, history }) => (history ? [{ id, history }] : []));
    if (brought.length === 0) return;
    await writeCards(trx, person, {
      at: this.#needs.now(),
      cards: brought.flatMap(({ id: pointId, history: { card } }) =>
        card ? [{ pointId, card, reviews: card.reps }] : [],
      ),
    });
    await trx
      .insertInto('imported_histories')
      .values(
        brought.map(({ id, history: { card, reviews } }) => ({
          point_id: id,
          person_id: person,
          import_id: this.#of.importId,
          card: card && JSON.stringify(card),
          reviews: JSON.stringify(reviews),
          review_count: reviews.length,
        })),
      )
      .execute();
  }

  async #finish(): Promise<DeckImported> {
    const { database, undo } = this.#needs;
    const { person } = this.#given;
    const { importId, preferences } = this.#of;
    const totals = this.#totals.rowsOf(person);
    for (let from = 0; from < totals.length; from += TOTALS_AT_ONCE)
      await database.write((trx) =>
        trx
          .insertInto('review_day_totals')
          .values(totals.slice(from, from + TOTALS_AT_ONCE))
          .execute(),
      );
    const parts = [...this.#parts.values()];
    const added = parts.reduce((sum, { count }) => sum + count, 0);
    const changed = this.#changed;
    await database.write(async (trx) => {
      if (added + changed.length + this.#later.length === 0)
        return void (await trx
          .deleteFrom('deck_imports')
          .where('id', '=', importId)
          .where('person_id', '=', person)
          .execute());
      for (const part of parts) await this.#show(trx, part);
      for (const { pointId, to } of changed)
        await trx
          .updateTable('recall_points')
          .set({ ...to, updated_at: this.#needs.now() })
          .where('id', '=', pointId)
          .where('person_id', '=', person)
          .execute();
      const at = this.#needs.now();
      const later = await addLaterReviews(trx, { person, importId, at, preferences }, this.#later);
      await this.#setImport(trx, { state: 'done' });
      const title = parts[0]?.title ?? this.#given.name;
      await recordDeckImported(undo, trx, { person, importId, title, added, parts: parts.map(partOf), changed, later });
    });
    const sum = (of: 'known' | 'kept') => [...this.#comparison.sets.values()].reduce((all, set) => all + set[of], 0);
    return {
      added,
      changed: changed.length,
      later: this.#later.length,
      known: sum('known'),
      kept: sum('kept'),
      left: this.#left,
      sets: parts.map(({ setId, title }) => ({ id: setId, title })),
    };
  }

  async #show(trx: Trx, { setId, isNew, at, next, count }: Part): Promise<void> {
    const set = { person: this.#given.person, setId };
    if (isNew) {
      await trx
        .updateTable('recall_sets')
        .set({ deleted_at: null })
        .where('id', '=', setId)
        .where('person_id', '=', set.person)
        .execute();
      return;
    }
    await requireSet(trx, set);
    await requireRoom(trx, set, { added: count });
    for (let from = next - count; from < next; from += SHOWN_AT_ONCE) {
      await trx
        .updateTable('recall_points')
        .set({ deleted_at: null })
        .where('set_id', '=', setId)
        .where('person_id', '=', set.person)
        .where('created_at', '=', at)
        .where('deleted_at', '=', at)
        .where('position', '>=', from)
        .where('position', '<', from + SHOWN_AT_ONCE)
        .execute();
      await setImmediate();
    }
  }

  async #setImport(trx: Trx, to: { readonly parts?: string; readonly state?: 'done' }): Promise<void> {
    await trx
      .updateTable('deck_imports')
      .set(to)
      .where('id', '=', this.#of.importId)
      .where('person_id', '=', this.#given.person)
      .execute();
  }
}

/** Rows per step. SQLite calls are synchronous, so the event loop gets a turn between two steps. */
const SHOWN_AT_ONCE = 1_000;

const partOf = ({ setId, isNew, at }: Part): DeckPart => ({ setId, isNew, at });

function* inParts(
  cards: readonly ComparedCard[],
  bytes: ReadonlyMap<string, Uint8Array>,
): Iterable<readonly ComparedCard[]> {
  let part: ComparedCard[] = [];
  let size = 0;
  for (const each of cards) {
    part.push(each);
    for (const { key } of each.card.images) size += bytes.get(key)?.byteLength ?? 0;
    if (part.length < POINTS_AT_ONCE && size < MAX_IMAGE_BYTES_AT_ONCE) continue;
    yield part;
    part = [];
    size = 0;
  }
  if (part.length > 0) yield part;
}
