import { setTimeout as delay } from 'node:timers/promises';

import type { ServedPeople } from './served-people.ts';

/** The people whom something keeps here. One person may have both. */
export interface Keeping {
  /** Those with programs that only this machine has. */
  readonly programs: ReadonlySet<string>;
  /** Those with work that would be begun again elsewhere. */
  readonly work: ReadonlySet<string>;
}

interface DrainingDeps {
  readonly served: ServedPeople;
  readonly keeping: () => Keeping;
  /** The people who have sockets. */
  readonly connected: () => Iterable<string>;
  /** Whether programs end with this server, so that nobody needs to wait for it. */
  readonly endsPrograms: boolean;
  /** For how long work is waited for, and the whole takes, in ms. */
  readonly withinMs: number;
  /** People who have not used Warren for this time, in ms, are let go. */
  readonly unusedMs?: number;
  readonly log: { info(message: string): void; error(message: string, cause?: unknown): void };
}

const AT_ONCE = 8;
const LOOK_EVERY_MS = 100;
/** Of the time for the whole, for people whose work did not end. */
const CUT_BEFORE_END_MS = 5_000;
/** Those with programs are reserved also if the time for the whole is over. */
const RESERVE_WITHIN_MS = 2_000;
/** For so long a person with programs waits for the server of the same data folder. */
const PROGRAMS_WAIT_MS = 60_000;
const UNUSED_MS = 5 * 60_000;
const BALANCE_EVERY_MS = 1_000;
const MAX_SHARE_OF_MEAN = 1.5;
/** Below this difference to the mean nobody is moved. */
const MIN_TO_MOVE = 10;
const MAX_MOVED_AT_ONCE = 4;
/** For so long only the server that should have a person takes them. */
const MOVE_WITHIN_MS = 10_000;

/**
 * Gives the people of a server among several to others: before a stop, when asked for, and where it has too many. Lets
 * those go who do not use it.
 */
export class Draining {
  readonly #deps: DrainingDeps;
  readonly #closing = new AbortController();
  /** When the server was asked to drain; undefined while it is not. */
  #askedAt: number | undefined;

  constructor(deps: DrainingDeps) {
    this.#deps = deps;
  }

  /** Looks every second whether people are to be let go or given to others. */
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
    const { served, keeping, endsPrograms, withinMs, log } = this.#deps;
    this.close();
    const endAt = performance.now() + withinMs;
    const cutAt = endAt - CUT_BEFORE_END_MS;
    let drains: boolean | undefined;
    await this.#until(endAt, async () => {
      if (drains === undefined) {
        drains = await served.drain();
        if (drains) log.info(`Draining, so that other servers go on. People served: ${served.all().length}.`);
      }
      return !drains || this.#handOverMost(performance.now() >= cutAt);
    });
    if (!endsPrograms)
      await this.#until(Math.max(endAt, performance.now() + RESERVE_WITHIN_MS), async () => {
        const { programs } = keeping();
        const staying = served.all().filter((person) => programs.has(person));
        await served.reserve(staying, PROGRAMS_WAIT_MS);
        return true;
      });
    if (drains === true) log.info(`Drained. People who stay until the stop: ${served.all().length}.`);
  }

  /** Takes a step again and again until it returns true or the time is over. One that fails is repeated too. */
  async #until(endAt: number, step: () => Promise<boolean>): Promise<void> {
    let hasFailed = false;
    do {
      try {
        if (await step()) return;
      } catch (error) {
        if (!hasFailed) this.#deps.log.error('People could not be handed over before the stop; trying again', error);
        hasFailed = true;
      }
      await delay(LOOK_EVERY_MS);
    } while (performance.now() < endAt);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    const { served, log, withinMs } = this.#deps;
    while (!signal.aborted) {
      try {
        this.#askedAt = served.isDraining ? (this.#askedAt ?? performance.now()) : undefined;
        const isLate = this.#askedAt !== undefined && performance.now() - this.#askedAt > withinMs;
        if (served.isDraining) await this.#handOverMost(isLate);
        else {
          await this.#letGo();
          await this.#balance();
        }
      } catch (error) {
        log.error('People could not be given to another server', error);
      }
      await delay(BALANCE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /**
   * Hands over those whom nothing keeps, and if it is late also those with work. Returns whether nobody is left to wait
   * for. Rejects after all were tried if one of them could not be handed over.
   */
  async #handOverMost(isLate: boolean): Promise<boolean> {
    const { served, keeping } = this.#deps;
    if ((await served.peopleByServer()).length === 0) return true;
    const isKept = (person: string, { programs, work }: Keeping) =>
      programs.has(person) || (!isLate && work.has(person));
    const before = keeping();
    const persons = served.all();
    const now = persons.filter((person) => !isKept(person, before)).values();
    const failures: unknown[] = [];
    const inTurn = async () => {
      for (const person of now) {
        // Begun while those before were handed over.
        if (isKept(person, keeping())) continue;
        await served.handOver(person).catch((error: unknown) => {
          failures.push(error);
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
    if (failures.length > 0) throw failures[0];
    const { programs, work } = keeping();
    return !persons.some((person) => served.serves(person) && (!programs.has(person) || (!isLate && work.has(person))));
  }

  /** A few at a time, so that work which begins meanwhile is seen. */
  async #letGo(): Promise<void> {
    const { served, keeping, connected, unusedMs = UNUSED_MS } = this.#deps;
    const { programs, work } = keeping();
    const unused = served.unused(unusedMs, new Set([...programs, ...work, ...connected()]));
    await Promise.all(unused.slice(0, AT_ONCE).map((person) => served.letGo(person)));
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
    const { programs, work } = keeping();
    const idle = own.filter((person) => !programs.has(person) && !work.has(person)).slice(0, MAX_MOVED_AT_ONCE);
    await Promise.all(idle.map((person) => served.handOver(person, { reservedFor: least.id, forMs: MOVE_WITHIN_MS })));
  }
}
