import { setTimeout as delay } from 'node:timers/promises';

import type { ServedPeople } from './served-people.ts';

/** The people who have a reason to stay on this server. A person can be in both sets. */
export interface Keeping {
  /** People with running programs, which exist only on this machine. */
  readonly programs: ReadonlySet<string>;
  /** People with work that another server would have to start again. */
  readonly work: ReadonlySet<string>;
}

interface DrainingDeps {
  readonly served: ServedPeople;
  readonly keeping: () => Keeping;
  /** The people who have sockets. */
  readonly connected: () => Iterable<string>;
  /** Whether programs end with this server, so that their people need not be reserved for it. */
  readonly endsPrograms: boolean;
  /** The total time for draining, and so the maximum wait for work, in ms. */
  readonly withinMs: number;
  /** People who have not used Warren for this time, in ms, are released. */
  readonly unusedMs?: number;
  readonly log: { info(message: string): void; error(message: string, cause?: unknown): void };
}

const AT_ONCE = 8;
const LOOK_EVERY_MS = 100;
/** The last part of `withinMs`, in which people are handed over even if their work has not ended. */
const CUT_BEFORE_END_MS = 5_000;
/** Time to reserve the people with programs even if `withinMs` has passed. */
const RESERVE_WITHIN_MS = 2_000;
/** How long people with programs are reserved for the server of the same data folder. */
const PROGRAMS_WAIT_MS = 60_000;
const UNUSED_MS = 5 * 60_000;
const BALANCE_EVERY_MS = 1_000;
const MAX_SHARE_OF_MEAN = 1.5;
/** Minimum difference to the mean before people are moved. */
const MIN_TO_MOVE = 10;
const MAX_MOVED_AT_ONCE = 4;
/** How long a moved person is reserved for the server that should take them. */
const MOVE_WITHIN_MS = 10_000;

/**
 * Moves people from this server to others: before a stop, on request, and when it has too many. Releases people who do
 * not use Warren.
 */
export class Draining {
  readonly #deps: DrainingDeps;
  readonly #closing = new AbortController();
  /** When the server was asked to drain; undefined while it is not. */
  #askedAt: number | undefined;

  constructor(deps: DrainingDeps) {
    this.#deps = deps;
  }

  /** Checks every second whether people should be released or moved. */
  start(): void {
    void this.#watch();
  }

  close(): void {
    this.#closing.abort();
  }

  /**
   * Hands over everybody before a stop, if there are other servers. People with programs stay until the stop, and other
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

  /** Repeats a step, also after it failed, until it returns true or the time is over. */
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
   * Hands over everybody without a reason to stay, and if `isLate` also people with work. Returns whether nobody is
   * left to wait for. Rejects after trying everybody if one hand-over failed.
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
        // Work can begin while others are handed over.
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

  /** Releases a few at a time, so that work which begins meanwhile is noticed. */
  async #letGo(): Promise<void> {
    const { served, keeping, connected, unusedMs = UNUSED_MS } = this.#deps;
    const { programs, work } = keeping();
    const unused = served.unused(unusedMs, new Set([...programs, ...work, ...connected()]));
    await Promise.all(unused.slice(0, AT_ONCE).map((person) => served.letGo(person)));
  }

  /** Moves a few idle people to the server with the fewest people, if this one has many more than the mean. */
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
