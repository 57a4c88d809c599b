import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { SessionEvent } from '../../domain/event.ts';
import type { Fold } from '../../domain/fold.ts';
import type { SessionState } from '../../protocol.ts';
import type { SessionTables } from '../tables.ts';
import { upToDamage } from './damage.ts';
import { type Owned, readEvents, readSnapshot } from './log.ts';

export interface ReadSession {
  readonly state: SessionState;
  /** The seq of the stored snapshot that was used; 0 without one. */
  readonly snapshotSeq: number;
  /** The last event before the damage; null if the log is whole. */
  readonly damagedAfter: number | null;
}

const EVENTS_AT_ONCE = 500;

interface Log {
  readonly db: Kysely<SessionTables>;
  readonly fold: Fold;
  readonly owned: Owned;
}

/**
 * Folds snapshot and tail. A damaged snapshot is ignored. A damaged log is read up to the damage: an entry that is
 * missing, cannot be read, or does not follow from those before it. Null if there is no session, or no event of it can
 * be read.
 */
export async function readSession(log: Log): Promise<ReadSession | null> {
  const { db, owned, fold } = log;
  const head = await headOf(log);
  if (head === undefined) return null;
  const snapshot = await readSnapshot(db, owned).catch(() => null);
  const from = snapshot && snapshot.head <= head && snapshot.session === owned.session ? snapshot : null;
  const snapshotSeq = from?.head ?? 0;
  try {
    const tail = await readAgainOnce(() => readEvents(db, owned, { after: snapshotSeq }));
    const state = tail.reduce<SessionState | null>((before, event) => fold(before, event), from);
    // Another process can have appended since the head was read, and can continue to append.
    if (state && (state.head === head || (state.head > head && state.head <= ((await headOf(log)) ?? 0))))
      return { state, snapshotSeq, damagedAfter: null };
  } catch (error) {
    await rethrowIfUnreadable(log, error);
  }
  return readUpToDamage(log, from);
}

/** The last event before damage in the whole log, 0 if none can be read; null if the log is whole. */
export async function damageOf(log: Log): Promise<number | null> {
  const { db, owned, fold } = log;
  // The head is read first: a server can append at any moment.
  const head = await headOf(log);
  if (head === undefined) return null;
  let state: SessionState | null = null;
  try {
    for (;;) {
      const after = state?.head ?? 0;
      const page: SessionEvent[] = await readAgainOnce(() => readEvents(db, owned, { after, limit: EVENTS_AT_ONCE }));
      state = page.reduce<SessionState | null>((before, event) => fold(before, event), state);
      if (page.length < EVENTS_AT_ONCE) break;
    }
    // The session may have been deleted meanwhile.
    if ((state !== null && state.head >= head) || (await headOf(log)) === undefined) return null;
  } catch (error) {
    await rethrowIfUnreadable(log, error);
  }
  return (await foldReadable(log, null))?.head ?? 0;
}

async function headOf({ db, owned }: Log): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('head')
    .where('id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .executeTakeFirst();
  return row?.head;
}

/** A read that failed because the connection was cut says nothing about the data, so it is repeated once. */
async function readAgainOnce<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError && error.isOfStore)) throw error;
    return read();
  }
}

/** Throws the error if the whole store cannot be read: such an error says nothing about the log. */
async function rethrowIfUnreadable({ db, owned }: Log, error: unknown): Promise<void> {
  if (!(error instanceof AppError && error.isOfStore)) return;
  await readEvents(db, owned, { after: 0, limit: 1 }).catch((again: unknown) => {
    if (again instanceof AppError && again.isOfStore) throw error;
  });
}

async function readUpToDamage(log: Log, from: SessionState | null): Promise<ReadSession | null> {
  const found = (await foldReadable(log, from)) ?? (from && (await foldReadable(log, null)));
  if (!found) return null;
  return { state: upToDamage(found), snapshotSeq: from?.head ?? 0, damagedAfter: found.head };
}

/** Reads one event after another until one cannot be read or folded. Null if that is the first one. */
async function foldReadable({ db, owned, fold }: Log, from: SessionState | null): Promise<SessionState | null> {
  let state = from;
  try {
    for (;;) {
      const after = state?.head ?? 0;
      const [event] = await readAgainOnce(() => readEvents(db, owned, { after, limit: 1 }));
      if (!event) return state;
      state = fold(state, event);
    }
  } catch {
    return state;
  }
}

interface CheckedLogs {
  readonly sessions: number;
  /** Sessions with a damaged log, and the last event before the damage; 0 if no event can be read. */
  readonly logs: readonly { readonly session: string; readonly title: string; readonly after: number }[];
  /** Sessions with an unreadable snapshot, which is ignored when they are loaded. */
  readonly snapshots: readonly string[];
}

/** Reads and folds the log of every session, and returns those that are damaged. */
export async function damagedLogs(db: Kysely<SessionTables>, fold: Fold): Promise<CheckedLogs['logs']> {
  const logs: CheckedLogs['logs'][number][] = [];
  for (const { id: session, person_id: person, title } of await everySession(db)) {
    const after = await damageOf({ db, fold, owned: { person, session } });
    if (after !== null) logs.push({ session, title, after });
  }
  return logs;
}

const everySession = (db: Kysely<SessionTables>) =>
  db.selectFrom('sessions').select(['id', 'person_id', 'title']).orderBy('id').execute();

/** Reads and folds the log of every session, and reads its snapshot. */
export async function checkLogs(db: Kysely<SessionTables>, fold: Fold): Promise<CheckedLogs> {
  const rows = await everySession(db);
  const logs = await damagedLogs(db, fold);
  const snapshots: string[] = [];
  for (const { id: session, person_id: person } of rows) {
    const isReadable = await readSnapshot(db, { person, session }).then(
      () => true,
      () => false,
    );
    if (!isReadable) snapshots.push(session);
  }
  return { sessions: rows.length, logs, snapshots };
}
