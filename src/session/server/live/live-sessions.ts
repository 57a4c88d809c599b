import { AppError } from '#wire/error-kind.ts';

import type { ModeId, SessionState } from '../../protocol.ts';
import type { Subscriber } from '../connection/subscriber.ts';
import type { Spine } from '../dependencies.ts';
import { type Owned, readEvents, readHeads, readSnapshot, takeLease } from '../log/log.ts';
import { readPartialReply } from '../log/partial-reply.ts';
import { type Answer, dropOldAnswers } from '../log/stored-answer.ts';
import type { Report } from '../mode-server.ts';
import { insist } from './insist.ts';
import { LiveSession, type OnLost } from './live-session.ts';

const IDLE_AFTER_MS = 60_000;
const SWEEP_EVERY_MS = 30_000;

interface Held {
  readonly loading: Promise<LiveSession>;
  /** Null while it is loaded. */
  live: LiveSession | null;
}

/** The sessions in memory. A session is loaded on demand and dropped after a time without use. */
export class LiveSessions {
  readonly #spine: Spine;
  readonly #held = new Map<string, Held>();
  readonly #sweep: NodeJS.Timeout;
  readonly #closing = new AbortController();

  constructor(spine: Spine) {
    this.#spine = spine;
    this.#sweep = setInterval(() => void this.#dropIdle(), SWEEP_EVERY_MS).unref();
  }

  /** The person's session. Throws an AppError of kind `not-found` for one that is not theirs. */
  async get(owned: Owned): Promise<LiveSession> {
    if (this.#closing.signal.aborted)
      throw new AppError('stopping', 'The server is stopping. This will be sent again.');
    const held = this.#held.get(owned.session);
    if (!held) return this.#hold(owned, load(this.#spine, owned, this.#replace));
    const live = await held.loading;
    if (live.owned.person !== owned.person) throw noSuchSession();
    if (!live.isClosed) return live;
    this.#drop(owned.session, held);
    return this.get(owned);
  }

  /** How far the logs of a person's sessions reach. What cannot be read now is left out. */
  async heads(person: string, sessions: readonly string[]): Promise<Record<string, number>> {
    const isInMemory = (session: string) => this.#held.get(session)?.live?.isClosed === false;
    const others = sessions.filter((session) => !isInMemory(session));
    const read = others.length > 0 ? await readHeads(this.#spine.database.read, person, others).catch(() => ({})) : {};
    const own = sessions.flatMap((session) => {
      const live = this.#held.get(session)?.live;
      return live?.owned.person === person && !live.isClosed ? [[session, live.state.head] as const] : [];
    });
    return { ...read, ...Object.fromEntries(own) };
  }

  /** Loads every session whose turn was under way when the last process ended. Each continues by itself. */
  async recover(): Promise<void> {
    const { database, log, now } = this.#spine;
    await dropOldAnswers(database, now());
    const rows = await database.read
      .selectFrom('sessions')
      .select(['id', 'person_id'])
      .where('under_way', '=', 1)
      .execute();
    for (const row of rows)
      await this.get({ person: row.person_id, session: row.id }).catch((error: unknown) =>
        log.error(`Session ${row.id} could not be resumed`, error),
      );
  }

  /** Lets a mode decide on a report of its server half, once for each id. */
  async report(owned: Owned, mode: ModeId, report: Report<unknown>): Promise<Answer> {
    const live = await this.get(owned);
    return live.report(mode, report);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    const all = await Promise.allSettled([...this.#held.values()].map(({ loading }) => loading));
    await Promise.all(all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
    this.#held.clear();
  }

  async #hold({ session }: Owned, loading: Promise<LiveSession>): Promise<LiveSession> {
    const held: Held = { loading, live: null };
    this.#held.set(session, held);
    try {
      held.live = await loading;
      return held.live;
    } catch (error) {
      this.#drop(session, held);
      throw error;
    }
  }

  #drop(session: string, held: Held): void {
    if (this.#held.get(session) === held) this.#held.delete(session);
  }

  /** Loads a session anew whose object can append no more. What was under way goes on there, and so do its readers. */
  readonly #replace: OnLost = (lost, readers) => {
    const { owned } = lost;
    const { head } = lost.state;
    const { signal } = this.#closing;
    if (signal.aborted) return;
    // Its last words are stored first: the new object reads them.
    const again = this.#hold(
      owned,
      lost.close().then(() => load(this.#spine, owned, this.#replace)),
    );
    again.catch(() => undefined);
    const goOn = (reader?: Subscriber) =>
      insist(async () => {
        const live = await this.get(owned);
        await reader?.moveTo?.(live, head);
      }, signal).catch((error: unknown) => {
        if (!signal.aborted) this.#spine.log.error(`Session ${owned.session} could not go on`, error);
      });
    void goOn();
    for (const reader of readers) void goOn(reader);
  };

  async #dropIdle(): Promise<void> {
    const before = this.#spine.now() - IDLE_AFTER_MS;
    for (const [id, held] of this.#held) {
      const live = await held.loading.catch(() => null);
      if (!live || (live.isIdle && live.lastUsedAt < before)) this.#drop(id, held);
    }
  }
}

function noSuchSession(): AppError {
  return new AppError('not-found', 'There is no such session.');
}

/** Folds snapshot and tail. A reply that a crash cut off becomes an interrupted one with what was kept of it. */
async function load(spine: Spine, owned: Owned, onLost: OnLost): Promise<LiveSession> {
  const { database, fold, now, owner } = spine;
  const row = await database.read
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .executeTakeFirst();
  if (!row) throw noSuchSession();
  // The lease comes first: nobody else can append after what is read next.
  const lease = await database.write((trx) => takeLease(trx, owned, { owner, at: now() }));
  const snapshot = await readSnapshot(database.read, owned);
  const tail = await readEvents(database.read, owned, { after: snapshot?.head ?? 0 });
  const state = tail.reduce<SessionState | null>((before, event) => fold(before, event), snapshot);
  if (!state) throw noSuchSession();
  const live = new LiveSession(spine, { ...owned, state, lease, snapshotSeq: snapshot?.head ?? 0 }, onLost);
  const { turn } = state;
  if (turn && turn.replyId !== null) {
    const shown = await readPartialReply(database.read, { ...owned, messageId: turn.replyId });
    await live.submit({ type: 'interrupt_reply', replyTo: turn.messageId, ...shown, reason: 'restarted' });
  } else live.react();
  return live;
}
