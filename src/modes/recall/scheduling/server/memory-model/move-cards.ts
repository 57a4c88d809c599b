import { type Kysely, sql, type Transaction } from 'kysely';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { replayPoint } from '../reviews/replay-point.ts';
import type { WeightsMove } from './weights-notes.ts';
import { readWeights, type StoredWeights, writeNotes } from './weights-store.ts';

/** Cards recomputed per transaction: about 20 ms, after which other work runs. */
const CARDS_A_WRITE = 20;

type Engine = RecallDependencies['database']['engine'];
export interface PendingMove {
  readonly weights: StoredWeights;
  readonly move: WeightsMove & { readonly goal: 'all' | 'none' };
}

/** A person's pending move, the latest first; null without one. */
export async function readPending(db: Kysely<RecallTables>, person: string): Promise<PendingMove | null> {
  let found: PendingMove | null = null;
  for (const weights of await readWeights(db, person))
    for (const move of weights.notes.moves) {
      const { goal } = move;
      if (goal !== null && (!found || move.at > found.move.at)) found = { weights, move: { ...move, goal } };
    }
  return found;
}

/** Stores the progress of a move, or null for none. */
async function writeMove(
  trx: Transaction<RecallTables>,
  person: string,
  { weights, move, after }: { weights: StoredWeights; move: WeightsMove; after: WeightsMove | null },
): Promise<void> {
  const others = weights.notes.moves.filter(({ at }) => at !== move.at);
  const notes = { ...weights.notes, moves: after ? [...others, after] : others };
  await writeNotes(trx, person, { id: weights.id, notes });
}

/**
 * Recomputes the next cards and stores the progress in the same transaction. A card's result does not depend on when
 * it is recomputed, so reviews and disputes may happen in between. Null if nothing is pending.
 */
export async function moveSome(
  { database: { engine }, preferencesOf, now }: Pick<RecallDependencies, 'database' | 'preferencesOf' | 'now'>,
  trx: Transaction<RecallTables>,
  person: string,
): Promise<{ readonly goal: 'all' | 'none'; readonly isOver: boolean } | null> {
  const pending = await readPending(trx, person);
  if (!pending) return null;
  const { move } = pending;
  const { goal } = move;
  const { cards, after } =
    goal === 'all' ? await forward(trx, person, { engine, move }) : await back(trx, person, { engine, move });
  await writeMove(trx, person, { ...pending, after });
  const preferences = await preferencesOf(trx, person);
  for (const pointId of cards) await replayPoint(trx, { person, pointId, at: now() }, preferences);
  return { goal, isOver: after === null || after.goal === null };
}

interface Step {
  readonly engine: Engine;
  readonly move: WeightsMove;
}
interface Stepped {
  readonly cards: readonly string[];
  readonly after: WeightsMove | null;
}

async function forward(db: Kysely<RecallTables>, person: string, { engine, move }: Step): Promise<Stepped> {
  const pointId = idsOf(engine);
  const rows = await db
    .selectFrom('point_cards')
    .select('point_id')
    .where('person_id', '=', person)
    .where(pointId, '>', move.upTo ?? '')
    .orderBy(pointId)
    .limit(CARDS_A_WRITE)
    .execute();
  const cards = rows.map((row) => row.point_id);
  const last = rows.length < CARDS_A_WRITE ? undefined : cards.at(-1);
  return { cards, after: last === undefined ? { ...move, upTo: null, goal: null } : { ...move, upTo: last } };
}

async function back(db: Kysely<RecallTables>, person: string, { engine, move }: Step): Promise<Stepped> {
  const pointId = idsOf(engine);
  let query = db.selectFrom('point_cards').select('point_id').where('person_id', '=', person);
  if (move.upTo !== null) query = query.where(pointId, '<=', move.upTo);
  // One more than is recomputed: it marks how far the move has come.
  const rows = await query
    .orderBy(pointId, 'desc')
    .limit(CARDS_A_WRITE + 1)
    .execute();
  const upTo = rows[CARDS_A_WRITE]?.point_id;
  const cards = rows.slice(0, CARDS_A_WRITE).map((row) => row.point_id);
  return { cards, after: upTo === undefined ? null : { ...move, upTo } };
}

/** Orders ids by bytes, whatever the collation of a PostgreSQL database. */
function idsOf(engine: Engine) {
  return engine === 'sqlite' ? sql<string>`point_id` : sql<string>`point_id collate "C"`;
}

/** Starts to revert a move. */
export async function takeMoveBack(
  trx: Transaction<RecallTables>,
  person: string,
  { weights, at }: { weights: StoredWeights; at: number },
): Promise<void> {
  const move = weights.notes.moves.find((each) => each.at === at);
  if (!move) return;
  await writeMove(trx, person, { weights, move, after: move.upTo === '' ? null : { ...move, goal: 'none' } });
}

/** Stops a running move and keeps what was done. False if nothing is running. */
export async function stopMove(trx: Transaction<RecallTables>, person: string): Promise<boolean> {
  const pending = await readPending(trx, person);
  if (!pending) return false;
  const { weights, move } = pending;
  await writeMove(trx, person, { weights, move, after: move.upTo === '' ? null : { ...move, goal: null } });
  return true;
}

/** How many of a person's cards were recomputed, and how many there are. */
export async function countMoved(
  { engine, read }: RecallDependencies['database'],
  person: string,
  { upTo, goal }: PendingMove['move'],
): Promise<{ readonly done: number; readonly total: number }> {
  const pointId = idsOf(engine);
  const row = await read
    .selectFrom('point_cards')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('total'),
      eb.fn
        .sum<number | string | null>(upTo === null ? sql`1` : eb.case().when(pointId, '<=', upTo).then(1).else(0).end())
        .as('moved'),
    ])
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  const [total, moved] = [Number(row.total), Number(row.moved ?? 0)];
  return { done: goal === 'all' ? moved : total - moved, total };
}
