import type { Spine } from '../dependencies.ts';
import { dropOldAnswers, peopleWithOldAnswers } from '../log/stored-answer.ts';
import type { LiveSessions } from './live-sessions.ts';

/** The default of `IdlePolicy.pauseAfterMs`. */
const PAUSE_AFTER_MS = 30 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * Pauses and ends sessions by the idle policy of their mode, and deletes old stored answers once for each person whom
 * this server serves. Each sweep reads its work from the store, so a sweep can be cut short or run twice. Nothing is
 * decided within ten minutes of a jump of the clock.
 */
export class IdleSessions {
  readonly #spine: Spine;
  readonly #sessions: LiveSessions;
  #timer: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> | null = null;
  #isClosed = false;
  /** People whose old answers are not deleted yet; null until they have been looked up. */
  #withOldAnswers: Set<string> | null = null;

  constructor(spine: Spine, sessions: LiveSessions) {
    this.#spine = spine;
    this.#sessions = sessions;
  }

  /** Sweeps at once, and then every ten minutes. */
  start(): void {
    this.#timer ??= setInterval(() => void this.sweep(), SWEEP_EVERY_MS).unref();
    void this.sweep();
  }

  /** Checks all idle sessions once. Never rejects: the next sweep tries again. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepAll()
      .catch((error: unknown) => this.#spine.log.error('Idle sessions could not be checked', error))
      .finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  /** Resolves when no sweep is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#sweeping;
  }

  async #sweepAll(): Promise<void> {
    const { database, log, modes, served, settledNow } = this.#spine;
    const now = settledNow();
    if (now === null) return;
    this.#withOldAnswers ??= new Set(await peopleWithOldAnswers(database, now));
    for (const person of this.#withOldAnswers) {
      if (!served.serves(person)) continue;
      await dropOldAnswers(database, { person, now });
      this.#withOldAnswers.delete(person);
    }
    for (const [mode, { idle = {} }] of Object.entries(modes)) {
      const { pauseAfterMs = PAUSE_AFTER_MS } = idle;
      if (pauseAfterMs === null && idle.isAbandoned === undefined) continue;
      const rows = await database.read
        .selectFrom('sessions')
        .select(['id', 'person_id', 'mode', 'status', 'updated_at'])
        .where('status', 'in', ['open', 'paused'])
        .where('mode', '=', mode)
        .where('updated_at', '<=', now - (pauseAfterMs ?? PAUSE_AFTER_MS))
        .orderBy('updated_at')
        .execute();
      // A person is not claimed for a session that would not change.
      const due: DueRow[] = [];
      for (const row of rows) {
        if (this.#isClosed) return;
        const isAbandoned = await this.#isAbandoned(row, now);
        if (isAbandoned || (row.status === 'open' && pauseAfterMs !== null)) due.push({ ...row, isAbandoned });
      }
      const own = await served.servedOf([...new Set(due.map(({ person_id: person }) => person))]);
      for (const row of due) {
        if (this.#isClosed) return;
        if (!own.has(row.person_id)) continue;
        await this.#pauseOrEnd(row).catch((error: unknown) => {
          if (!this.#isClosed) log.error(`The idle session ${row.id} could not be paused or ended`, error);
        });
      }
    }
  }

  async #isAbandoned({ id, person_id: person, mode, updated_at: idleSince }: IdleRow, now: number): Promise<boolean> {
    const { database, log, modes } = this.#spine;
    try {
      return (await modes[mode]?.idle?.isAbandoned?.(database.read, { person, session: id, idleSince, now })) ?? false;
    } catch (error) {
      if (!this.#isClosed) log.error(`The idle session ${id} could not be checked`, error);
      return false;
    }
  }

  async #pauseOrEnd(row: DueRow): Promise<void> {
    const owned = { person: row.person_id, session: row.id };
    const { isAbandoned, updated_at: idleSince } = row;
    // Loading it repeatedly would change nothing.
    if (this.#sessions.isDamaged(row.id)) return;
    const live = await this.#sessions.get(owned);
    // An open page prevents a pause but not an end: it can have been left open for weeks.
    if (!isAbandoned && live.isRead) return;
    await live.submit(isAbandoned ? { type: 'end_idle', idleSince } : { type: 'pause_idle', idleSince });
  }
}

interface IdleRow {
  readonly id: string;
  readonly person_id: string;
  readonly mode: string;
  readonly status: string;
  readonly updated_at: number;
}

/** A session to pause, or to end if it is abandoned. */
interface DueRow extends IdleRow {
  readonly isAbandoned: boolean;
}
