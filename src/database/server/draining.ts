import { setTimeout as delay } from 'node:timers/promises';

import type { ServedPeople } from './served-people.ts';

/** What keeps people here: programs that only this machine has, or work that would be begun again elsewhere. */
export type Keeping = ReadonlyMap<string, 'program' | 'work'>;

interface DrainingDeps {
  readonly served: ServedPeople;
  readonly keeping: () => Keeping;
  /** Whether programs end with this server, so that nobody needs to wait for it. */
  readonly endsPrograms: boolean;
  /** For how long work is waited for, and the whole takes, in ms. */
  readonly withinMs: number;
  readonly log: { info(message: string): void; error(message: string, cause?: unknown): void };
}

const AT_ONCE = 8;
const LOOK_EVERY_MS = 100;
/** Of the time for the whole, for people whose work did not end. */
const CUT_BEFORE_END_MS = 5_000;
/** For so long a person with programs waits for the server of the same data folder. */
const PROGRAMS_WAIT_MS = 60_000;
const BALANCE_EVERY_MS = 1_000;
const MAX_SHARE_OF_MEAN = 1.5;
/** Below this difference to the mean nobody is moved. */
const MIN_TO_MOVE = 10;
const MAX_MOVED_AT_ONCE = 4;
/** For so long only the server that should have a person takes them. */
const MOVE_WITHIN_MS = 10_000;

/** Gives the people of a server among several to others: before a stop, when asked for, and where it has too many. */
export class Draining {
  readonly #deps: DrainingDeps;
  readonly #closing = new AbortController();
  /** When the server was asked to drain; undefined while it is not. */
  #askedAt: number | undefined;

  constructor(deps: DrainingDeps) {
    this.#deps = deps;
  }

  /** Looks every second whether people are to be given to others. */
  start(): void {
    void this.#watch();
  }

  close(): void {
    this.#closing.abort();
  }

  /**
   * Hands over everybody before a stop, if there are other servers. Those with programs stay to the end, and other
   * servers take them only if this one does not come back. Never rejects.
   */
  async drain(): Promise<void> {
    const { served, endsPrograms, withinMs, log } = this.#deps;
    this.close();
    try {
      if (!(await served.drain())) return;
      log.info(`Draining, so that other servers go on. People served: ${served.all().length}.`);
      const since = performance.now();
      const cutAt = since + Math.max(0, withinMs - CUT_BEFORE_END_MS);
      while (performance.now() < since + withinMs) {
        if ((await this.#handOverMost(performance.now() >= cutAt)) === 0) break;
        await delay(LOOK_EVERY_MS);
      }
      const left = served.all();
      if (!endsPrograms) await served.reserve(left, PROGRAMS_WAIT_MS);
      log.info(`Drained. People who stay until the stop: ${left.length}.`);
    } catch (error) {
      log.error('Not everybody could be handed over before the stop', error);
    }
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    const { served, log, withinMs } = this.#deps;
    while (!signal.aborted) {
      try {
        this.#askedAt = served.isDraining ? (this.#askedAt ?? performance.now()) : undefined;
        const isLate = this.#askedAt !== undefined && performance.now() - this.#askedAt > withinMs;
        if (served.isDraining) await this.#handOverMost(isLate);
        else await this.#balance();
      } catch (error) {
        log.error('People could not be given to another server', error);
      }
      await delay(BALANCE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Hands over those whom nothing keeps, or also those with work. Returns how many are left, without programs. */
  async #handOverMost(withWork: boolean): Promise<number> {
    const { served, keeping } = this.#deps;
    if ((await served.peopleByServer()).length === 0) return 0;
    const kept = keeping();
    const movable = served.all().filter((person) => kept.get(person) !== 'program');
    const now = movable.filter((person) => withWork || !kept.has(person)).values();
    const inTurn = async () => {
      for (const person of now) await served.handOver(person);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
    return movable.filter((person) => served.serves(person)).length;
  }

  /** Gives a few idle people to the server with the fewest, if this one has many more than the mean. */
  async #balance(): Promise<void> {
    const { served, keeping } = this.#deps;
    const own = served.all();
    if (own.length < MIN_TO_MOVE) return;
    const servers = await served.peopleByServer();
    const mean = servers.reduce((sum, { people }) => sum + people, 0) / servers.length;
    if (own.length <= MAX_SHARE_OF_MEAN * mean || own.length < mean + MIN_TO_MOVE) return;
    const [least] = servers.toSorted((a, b) => a.people - b.people);
    if (least === undefined || least.people >= mean) return;
    const kept = keeping();
    const idle = own.filter((person) => !kept.has(person)).slice(0, MAX_MOVED_AT_ONCE);
    await Promise.all(idle.map((person) => served.handOver(person, { reservedFor: least.id, forMs: MOVE_WITHIN_MS })));
  }
}
