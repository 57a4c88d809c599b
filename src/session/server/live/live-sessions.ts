import { movedError } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ModeId, SessionState } from '../../protocol.ts';
import type { Subscriber } from '../connection/subscriber.ts';
import type { Spine } from '../dependencies.ts';
import { type Owned, readHeads, readLastTime } from '../log/log.ts';
import { readPartialReply } from '../log/partial-reply.ts';
import { type ReadSession, readSession } from '../log/read-session.ts';
import type { Answer } from '../log/stored-answer.ts';
import type { Report } from '../mode-server.ts';
import { LiveSession, type OnLost } from './live-session.ts';
import { retryWhileStoreFails } from './retry-while-store-fails.ts';

const IDLE_AFTER_MS = 60_000;
const SWEEP_EVERY_MS = 30_000;
const RECOVERED_AT_ONCE = 4;

interface Held {
  readonly loading: Promise<LiveSession>;
  /** Null while it is loading. */
  live: LiveSession | null;
}

/** The sessions in memory. A session is loaded on demand and dropped after a time without use. */
export class LiveSessions {
  readonly #spine: Spine;
  readonly #held = new Map<string, Held>();
  readonly #sweep: NodeJS.Timeout;
  readonly #closing = new AbortController();
  /** The sessions that were damaged when they were loaded. */
  readonly #damaged = new Set<string>();
  #recovering: Promise<void> | null = null;

  constructor(spine: Spine) {
    this.#spine = spine;
    this.#sweep = setInterval(() => void this.#dropIdle(), SWEEP_EVERY_MS).unref();
  }

  /** The person's session. Throws an AppError of kind `not-found` for a session of another person. */
  async get(owned: Owned): Promise<LiveSession> {
    if (this.#closing.signal.aborted)
      throw new AppError('stopping', 'The server is stopping. This will be sent again.');
    // Otherwise its turn would also continue on this server.
    if (!this.#spine.served.serves(owned.person)) throw movedError();
    const held = this.#held.get(owned.session);
    if (!held) return this.#hold(owned, load(this.#spine, owned, this.#replace));
    const live = await held.loading;
    if (live.owned.person !== owned.person) throw noSuchSession();
    if (!live.isClosed) return live;
    this.#drop(owned.session, held);
    return this.get(owned);
  }

  /** The stored state of a person's session, also of a person whom another server serves. Nothing is continued here. */
  async storedState(owned: Owned): Promise<SessionState> {
    return (await readStored(this.#spine, owned)).state;
  }

  /** The heads of the logs of a person's sessions. Logs that cannot be read at present are omitted. */
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

  /**
   * Loads every session whose turn was under way when the last process ended, latest first and a few at a time. Each
   * continues by itself, also one that is requested earlier. Never rejects.
   */
  recover(): Promise<void> {
    this.#recovering ??= this.#recover().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#spine.log.error('The sessions under way could not be found', error);
    });
    return this.#recovering;
  }

  /** The same for sessions that other servers have left since, and whose people no server serves. Never rejects. */
  async lookForLeft(): Promise<void> {
    await this.recover();
    if (this.#closing.signal.aborted) return;
    this.#recovering = null;
    await this.recover();
  }

  async #recover(): Promise<void> {
    const { database, log, served } = this.#spine;
    const rows = await database.read
      .selectFrom('sessions')
      .select(['id', 'person_id'])
      .where('under_way', '=', 1)
      .orderBy('updated_at', 'desc')
      .execute();
    const own = await served.servedOf([...new Set(rows.map(({ person_id: person }) => person))]);
    const waiting = rows.filter(({ person_id: person }) => own.has(person)).values();
    const recoverInTurn = async () => {
      for (const { id, person_id: person } of waiting) {
        if (this.#closing.signal.aborted) return;
        await this.get({ person, session: id }).catch((error: unknown) => {
          if (!this.#closing.signal.aborted) log.error(`Session ${id} could not be resumed`, error);
        });
      }
    };
    await Promise.all(Array.from({ length: RECOVERED_AT_ONCE }, recoverInTurn));
  }

  /** Lets a mode decide on a report of its server half, once for each id. */
  async report(owned: Owned, mode: ModeId, report: Report<unknown>): Promise<Answer> {
    const live = await this.get(owned);
    return live.report(mode, report);
  }

  /** Ends the sessions of a person in memory, with the replies under way. */
  async closeOf(person: string): Promise<void> {
    // Recovery would load more of them.
    await this.#recovering;
    for (const [id, held] of this.#held) {
      const live = await held.loading.catch(() => null);
      if (live?.owned.person !== person) continue;
      await live.close();
      this.#drop(id, held);
    }
  }

  /** The people with a turn under way. */
  get working(): ReadonlySet<string> {
    const working = [...this.#held.values()].flatMap(({ live }) =>
      live === null || live.isClosed || live.isSettled ? [] : [live.owned.person],
    );
    return new Set(working);
  }

  /** Whether the last load found the session damaged: it can only be read. */
  isDamaged(session: string): boolean {
    return this.#damaged.has(session);
  }

  get damaged(): readonly string[] {
    return [...this.#damaged];
  }

  get count(): number {
    return this.#held.size;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    await this.#recovering;
    const all = await Promise.allSettled([...this.#held.values()].map(({ loading }) => loading));
    await Promise.all(all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
    this.#held.clear();
  }

  async #hold({ session }: Owned, loading: Promise<LiveSession>): Promise<LiveSession> {
    const held: Held = { loading, live: null };
    this.#held.set(session, held);
    try {
      held.live = await loading;
      this.#noteDamage(held.live);
      return held.live;
    } catch (error) {
      this.#drop(session, held);
      throw error;
    }
  }

  #noteDamage({ owned: { session }, damage, state }: LiveSession): void {
    if (!damage) this.#damaged.delete(session);
    else if (!this.#damaged.has(session)) {
      this.#damaged.add(session);
      this.#spine.log.error(`Session ${session} is damaged after event ${state.head}, and can only be read`);
    }
  }

  #drop(session: string, held: Held): void {
    if (this.#held.get(session) === held) this.#held.delete(session);
  }

  /**
   * Reloads a session whose object is behind its log. The new object continues the work, and the readers move to it.
   */
  readonly #replace: OnLost = (lost, readers) => {
    const { owned } = lost;
    const { head } = lost.state;
    const { signal } = this.#closing;
    if (signal.aborted) return;
    // The old object stores its last text first: the new object reads it.
    const again = this.#hold(
      owned,
      lost.close().then(() => load(this.#spine, owned, this.#replace)),
    );
    again.catch(() => undefined);
    const goOn = (reader?: Subscriber) =>
      retryWhileStoreFails(() => this.#move(owned, reader, head), signal).catch((error: unknown) => {
        if (!signal.aborted) this.#spine.log.error(`Session ${owned.session} could not go on`, error);
      });
    void goOn();
    for (const reader of readers) void goOn(reader);
  };

  /**
   * Loads the newest object of a session and moves a reader to it. If that object is lost before it has the reader, its
   * successor is loaded.
   */
  async #move(owned: Owned, reader: Subscriber | undefined, head: number): Promise<void> {
    let after: number | undefined = head;
    for (;;) {
      const live = await this.get(owned);
      try {
        await reader?.moveTo?.(live, after);
        return;
      } catch (error) {
        const isAhead = error instanceof AppError && error.kind === 'ahead-of-log' && after !== undefined;
        if (!isAhead && !live.isClosed) throw error;
        // The reader is ahead of the log, for example after damage: it gets a snapshot.
        if (isAhead) after = undefined;
      }
    }
  }

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

async function readStored({ database, fold }: Spine, owned: Owned): Promise<ReadSession> {
  const found = await readSession({ db: database.read, fold, owned });
  if (!found) throw noSuchSession();
  return found;
}

/**
 * Folds snapshot and tail. A reply that a crash cut off becomes an interrupted one with its checkpoint. While the store
 * cannot be written, a session is loaded read-only; a damaged one always is.
 */
async function load(spine: Spine, owned: Owned, onLost: OnLost): Promise<LiveSession> {
  const { database } = spine;
  const found = await readStored(spine, owned);
  const lastAt = await readLastTime(database.read, owned);
  const live = new LiveSession(spine, { ...owned, ...found, lastAt }, onLost);
  if (live.damage) return live;
  const { turn } = found.state;
  if (turn && turn.replyId !== null) {
    const { messageId, replyId } = turn;
    const shown = await readPartialReply(database.read, { ...owned, messageId: replyId });
    await live.endLeftReply({ messageId, replyId }, shown);
  } else live.react();
  return live;
}
