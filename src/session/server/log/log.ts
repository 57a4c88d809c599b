import type { Kysely, Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { EventBody, SessionEvent } from '../../domain/event.ts';
import { FOLD_VERSION } from '../../domain/fold.ts';
import type { ModeMessages } from '../../domain/mode-messages.ts';
import { eventsThatMove, threadOf } from '../../domain/thread.ts';
import type { SessionState } from '../../protocol.ts';
import type { SessionTables } from '../tables.ts';
import { noticeOf } from './damage.ts';

/** A new snapshot is written with the append that makes the tail this long. */
export const SNAPSHOT_EVERY = 200;
/** PostgreSQL accepts at most 65,535 values in one statement, and a row has 8. */
const ROWS_PER_INSERT = 1_000;

export interface Owned {
  readonly person: string;
  readonly session: string;
}

type Reader = Kysely<SessionTables> | Transaction<SessionTables>;

export function parseEvent(row: { session_id: string; seq: number; at: number; body: string }): SessionEvent {
  return { ...(JSON.parse(row.body) as object), session: row.session_id, seq: row.seq, at: row.at } as SessionEvent;
}

/** The rows of events in a log, as `parseEvent` takes them. */
export const eventsOf = (db: Reader, { person, session }: Owned) =>
  db
    .selectFrom('events')
    .select(['session_id', 'seq', 'at', 'body'])
    .where('session_id', '=', session)
    .where('person_id', '=', person);

/** The events after `after`, in order. `parse`: by default it throws on an event that cannot be read. */
export async function readEvents(
  db: Reader,
  owned: Owned,
  range: { after: number; limit?: number; parse?: typeof parseEvent },
): Promise<SessionEvent[]> {
  let query = eventsOf(db, owned).where('seq', '>', range.after).orderBy('seq');
  if (range.limit !== undefined) query = query.limit(range.limit);
  return (await query.execute()).map(range.parse ?? parseEvent);
}

/** The `limit` events before `before`, in order. A notice replaces an event that cannot be read. */
export async function readEventsBefore(
  db: Reader,
  owned: Owned,
  range: { before: number; limit: number },
): Promise<SessionEvent[]> {
  const before = eventsOf(db, owned).where('seq', '<', range.before);
  const rows = await before.orderBy('seq', 'desc').limit(range.limit).execute();
  return rows.toReversed().map(parseOrNote);
}

/** For readers who continue after a damaged event: a notice replaces it. */
export function parseOrNote(row: Parameters<typeof parseEvent>[0]): SessionEvent {
  try {
    return parseEvent(row);
  } catch {
    const { session_id: session, seq, at } = row;
    const { id: messageId, thread } = noticeOf(session, seq);
    const message = 'An entry here cannot be read: the stored session is damaged.';
    const problem = { message, remedy: 'Restore a backup to get it back.' };
    return { type: 'trouble_noted', session, seq, at, messageId, thread, problem };
  }
}

/** The events without notices of damage. `onDamage` gets the seq of the first notice, if there is one. */
export function withoutDamage(
  events: readonly SessionEvent[],
  onDamage: (seq: number) => void,
): readonly SessionEvent[] {
  const isNote = (event: SessionEvent) =>
    event.type === 'trouble_noted' && event.messageId === noticeOf(event.session, event.seq).id;
  const first = events.find(isNote);
  if (!first) return events;
  onDamage(first.seq);
  return events.filter((event) => !isNote(event));
}

/**
 * Later changes of the messages of a page of events, in order: changes of a mode's own messages, and the
 * branches that messages were moved to.
 */
export async function readReplacements(
  db: Reader,
  owned: Owned,
  { page, ofModes: { types } }: { readonly page: readonly SessionEvent[]; readonly ofModes: ModeMessages },
): Promise<SessionEvent[]> {
  const last = page.at(-1)?.seq ?? 0;
  const rows = await eventsOf(db, owned)
    .where('seq', '>', last)
    .where('type', 'in', [...types, 'conversation_branched'])
    .orderBy('seq')
    .execute();
  const ids = new Set(page.flatMap((event) => (types.includes(event.type) ? [messageIn(event)] : [])));
  return rows.map(parseOrNote).filter((event) =>
    // Everything that moves was sent after the edited message.
    event.type === 'conversation_branched' ? event.fromSeq <= last : ids.has(messageIn(event)),
  );
}

function messageIn(event: SessionEvent): string | undefined {
  if ('message' in event && typeof event.message === 'object') return event.message.id;
  return 'messageId' in event ? event.messageId : undefined;
}

/** The time of the latest change of any session; null if there is no session. */
export async function readLatestTime(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.max('updated_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function readLastTime(db: Reader, owned: Owned): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select('at')
    .where('session_id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? 0;
}

/** The stored snapshot; null if this version of `fold` has stored none. */
export async function readSnapshot(db: Reader, owned: Owned): Promise<SessionState | null> {
  const row = await db
    .selectFrom('snapshots')
    .select(['state', 'fold_version'])
    .where('session_id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .executeTakeFirst();
  return row?.fold_version === FOLD_VERSION ? (JSON.parse(row.state) as SessionState) : null;
}

/** The head of the log, read when no transaction is left that could still move it. */
export async function lockHead(trx: Transaction<SessionTables>, owned: Owned): Promise<number> {
  const row = await trx
    .updateTable('sessions')
    .set((eb) => ({ head: eb.ref('head') }))
    .where('id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .returning('head')
    .executeTakeFirstOrThrow();
  return row.head;
}

export async function readHeads(
  db: Reader,
  person: string,
  sessions: readonly string[],
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'head'])
    .where('person_id', '=', person)
    .where('id', 'in', sessions)
    .execute();
  return Object.fromEntries(rows.map(({ id, head }) => [id, head]));
}

export interface Append extends Owned {
  /** The head before these events. The append fails on any other head. */
  readonly head: number;
  readonly events: readonly SessionEvent[];
  readonly summary: SummaryColumns;
}
export interface SummaryColumns {
  readonly title: string;
  readonly status: string;
  readonly last_line: string;
  readonly needs_you: number;
  readonly under_way: number;
  readonly updated_at: number;
}

/** Appends events, unless others were appended since `head`. */
export async function appendEvents(trx: Transaction<SessionTables>, append: Append): Promise<void> {
  const { session, person, head, events, summary } = append;
  const updated = await trx
    .updateTable('sessions')
    .set({ ...summary, head: head + events.length })
    .where('id', '=', session)
    .where('person_id', '=', person)
    .where('head', '=', head)
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n)
    throw new AppError('store-failed', 'This session has changed meanwhile.', { reason: 'log-moved' });
  await insertEvents(trx, person, events);
}

export async function insertEvents(
  trx: Transaction<SessionTables>,
  person: string,
  events: readonly SessionEvent[],
): Promise<void> {
  const rows = events.map(({ session, seq, at, ...body }) => ({
    session_id: session,
    seq,
    person_id: person,
    at,
    type: body.type,
    thread: threadOf(body as EventBody),
    said_id: body.type === 'user_message' ? body.messageId : null,
    body: JSON.stringify(body),
  }));
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await trx
      .insertInto('events')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute();
  for (const event of events) if (event.type === 'conversation_branched') await moveToBranch(trx, person, event);
}

/** Rows of messages that move to a branch get the branch as their thread. */
async function moveToBranch(
  trx: Transaction<SessionTables>,
  person: string,
  { session, seq, fromSeq, thread, branch, moved }: Extract<SessionEvent, { type: 'conversation_branched' }>,
): Promise<void> {
  const rows = await eventsOf(trx, { person, session })
    .where('thread', '=', thread)
    .where('seq', '>=', fromSeq)
    .where('seq', '<', seq)
    .orderBy('seq')
    .execute();
  const seqs = eventsThatMove(rows.map(parseOrNote), moved).map((event) => event.seq);
  for (let from = 0; from < seqs.length; from += ROWS_PER_INSERT)
    await trx
      .updateTable('events')
      .set({ thread: branch })
      .where('session_id', '=', session)
      .where('person_id', '=', person)
      .where('seq', 'in', seqs.slice(from, from + ROWS_PER_INSERT))
      .execute();
}

export async function writeSnapshot(
  trx: Transaction<SessionTables>,
  person: string,
  state: SessionState,
): Promise<void> {
  const row = { seq: state.head, fold_version: FOLD_VERSION, state: JSON.stringify(state) };
  await trx
    .insertInto('snapshots')
    .values({ session_id: state.session, person_id: person, ...row })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute();
}
