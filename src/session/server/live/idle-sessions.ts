import type { Spine } from '../dependencies.ts';
import type { LiveSessions } from './live-sessions.ts';

/** A session in which nothing happened for this long, and that nobody has before them, is paused. */
const PAUSE_AFTER_MS = 30 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * Looks after sessions that nobody looks after: pauses those that were left, so that coming back says where things
 * stand, and ends those that their mode gives up. What is to be done is read off the store each time: a sweep that is
 * cut short, or run twice, is made good by the next one.
 */
export class IdleSessions {
  readonly #spine: Spine;
  readonly #sessions: LiveSessions;
  #timer: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> | null = null;
  #isClosed = false;

  constructor(spine: Spine, sessions: LiveSessions) {
    this.#spine = spine;
    this.#sessions = sessions;
  }

  /** Sweeps now, and from now on. */
  start(): void {
    this.#timer ??= setInterval(() => void this.sweep(), SWEEP_EVERY_MS).unref();
    void this.sweep();
  }

  /** One look at everything that is idle. Never rejects: what fails is looked at again the next time. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepAll()
      .catch((error: unknown) => this.#spine.log.error('Idle sessions could not be looked after', error))
      .finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  /** Resolves once nothing of it runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#sweeping;
  }

  async #sweepAll(): Promise<void> {
    const { database, log, now } = this.#spine;
    const rows = await database.read
      .selectFrom('sessions')
      .select(['id', 'person_id', 'mode', 'status', 'updated_at'])
      .where('status', 'in', ['open', 'paused'])
      .where('updated_at', '<=', now() - PAUSE_AFTER_MS)
      .orderBy('updated_at')
      .execute();
    for (const row of rows) {
      if (this.#isClosed) return;
      await this.#look(row).catch((error: unknown) => {
        if (!this.#isClosed) log.error(`Session ${row.id} could not be looked after`, error);
      });
    }
  }

  async #look(row: IdleRow): Promise<void> {
    const { database, modes, now } = this.#spine;
    const owned = { person: row.person_id, session: row.id };
    const idleSince = row.updated_at;
    const idle = { ...owned, idleSince, now: now() };
    const isAbandoned = (await modes[row.mode]?.isAbandoned?.(database.read, idle)) ?? false;
    if (!isAbandoned && row.status === 'paused') return;
    const live = await this.#sessions.get(owned);
    // An open page keeps a session from being paused, and nothing from its end: it may have been left open for weeks.
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
