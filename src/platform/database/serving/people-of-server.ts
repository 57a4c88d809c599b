import { setTimeout as delay } from 'node:timers/promises';

import type { Kysely, Transaction } from 'kysely';

import {
  type KnownServer,
  type LeftPerson,
  movedError,
  type OtherServer,
  type Reservation,
  type ServedPeople,
} from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RowsWritten } from '../write-guard.ts';
import {
  findOwner,
  findSuccessor,
  type HeldPerson,
  holdPersons,
  readHeld,
  readLeft,
  readPlaces,
  releasePerson,
  reservePersons,
  takePerson,
} from './person-owners.ts';
import {
  type BeatAnswer,
  readKnownServers,
  readServers,
  type ServerKey,
  type ServersTables,
  setDraining,
  SILENT_AFTER_MS,
} from './server-rows.ts';

/** Maximum wait for running work of a person who is handed over. */
const END_WITHIN_MS = 2_000;

/** Exceeds the longest pause of a commit that this may wait for (`MAX_IDLE_IN_TRANSACTION_MS`). */
const ANSWER_WITHIN_MS = 10_000;

interface Options {
  readonly db: Kysely<ServersTables>;
  readonly signs: Kysely<ServersTables>;
  readonly me: ServerKey;
  readonly version: string;
}

/** The people whom one of several servers serves, by its own last knowledge. Each commit checks the database. */
export class PeopleOfServer implements ServedPeople {
  readonly hasOthers = true;
  readonly #db: Kysely<ServersTables>;
  readonly #signs: Kysely<ServersTables>;
  readonly #me: ServerKey;
  readonly #version: string;
  readonly #held = new Map<string, HeldPerson>();
  /** When each person last made a request. */
  readonly #usedAt = new Map<string, number>();
  readonly #claiming = new Map<string, Promise<OtherServer | null>>();
  readonly #handingOver = new Map<string, Promise<void>>();
  readonly #endings: ((person: string) => Promise<unknown>)[] = [];
  readonly #taken: ((person: string) => void)[] = [];
  readonly #lost: ((person: string) => void)[] = [];
  /** `until-stop` lasts until this server stops, `as-asked` as long as its row says so. */
  #drains: 'until-stop' | 'as-asked' | 'no' = 'no';
  #confirmedAt: number;
  #heardAt: number;
  #serverCount = 1;

  constructor({ db, signs, me, version }: Options) {
    this.#db = db;
    this.#signs = signs;
    this.#me = me;
    this.#version = version;
    this.#confirmedAt = performance.now();
    this.#heardAt = performance.now();
  }

  get self(): string {
    return this.#me.id;
  }

  serversOf(ids: readonly string[]): Promise<ReadonlyMap<string, KnownServer>> {
    return readKnownServers(this.#db, ids);
  }

  get count(): number {
    return this.#held.size;
  }

  get serverCount(): number {
    return this.#serverCount;
  }

  get isDraining(): boolean {
    return this.#drains !== 'no';
  }

  get isSilent(): boolean {
    return performance.now() - this.#heardAt > SILENT_AFTER_MS;
  }

  /** Takes over the answer to the last sign of life. */
  note({ isDraining: isAsked, serverCount }: BeatAnswer): void {
    this.#heardAt = performance.now();
    this.#serverCount = serverCount;
    if (this.#drains !== 'until-stop') this.#drains = isAsked ? 'as-asked' : 'no';
  }

  all(): readonly string[] {
    return [...this.#held.keys()];
  }

  serves(person: string): boolean {
    return this.#held.has(person) && !this.#handingOver.has(person);
  }

  async claim(person: string): Promise<OtherServer | null> {
    // Another server may have taken everybody while this process was suspended.
    if (performance.now() - this.#confirmedAt > SILENT_AFTER_MS / 2) await this.confirm();
    await this.#handingOver.get(person)?.catch(() => undefined);
    if (this.#held.has(person)) {
      this.#usedAt.set(person, performance.now());
      return null;
    }
    const claiming =
      this.#claiming.get(person) ?? inTime(this.#claim(person)).finally(() => this.#claiming.delete(person));
    this.#claiming.set(person, claiming);
    return claiming;
  }

  async #claim(person: string): Promise<OtherServer | null> {
    for (;;) {
      const owner = (await findOwner(this.#db, person)) ?? (await this.#findSuccessor(person));
      if (owner && owner.id !== this.#me.id) return owner;
      const epoch = await this.#db.transaction().execute((trx) => takePerson(trx, this.#me, person));
      if (epoch === undefined) continue;
      this.#held.set(person, { person, epoch });
      this.#usedAt.set(person, performance.now());
      for (const listener of this.#taken) listener(person);
      return null;
    }
  }

  #findSuccessor(person?: string): Promise<OtherServer | undefined> {
    const isDraining = person === undefined || this.isDraining;
    return findSuccessor(this.#db, this.#me, { version: this.#version, isDraining, person });
  }

  async servedOf(persons: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.isDraining) await this.#claimFree(persons);
    return new Set(persons.filter((person) => this.serves(person)));
  }

  async #claimFree(persons: readonly string[]): Promise<void> {
    const others = persons.filter((person) => !this.#held.has(person));
    if (others.length === 0) return;
    const places = await readPlaces(this.#db, this.#version, others);
    const own = others.filter((person) => places.get(person) === this.#me.id);
    const free = others.filter((person) => !places.has(person));
    const takers = free.length > 1 ? (await this.peopleByServer()).length : 1;
    // Servers that run this at the same time should take different people.
    const share = shuffled(free).slice(0, Math.ceil(free.length / Math.max(1, takers)));
    for (const person of [...own, ...share])
      await this.claim(person).catch((error: unknown) => {
        // Another server reserved them meanwhile.
        if (!(error instanceof AppError && error.kind === 'stopping')) throw error;
      });
  }

  left(): Promise<readonly LeftPerson[]> {
    return readLeft(this.#db);
  }

  async servedElsewhere(persons: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const places = await readPlaces(this.#db, this.#version, persons);
    return new Map([...places].filter(([, id]) => id !== this.#me.id));
  }

  unused(forMs: number, inUse: ReadonlySet<string>): readonly string[] {
    const now = performance.now();
    for (const person of inUse) if (this.#held.has(person)) this.#usedAt.set(person, now);
    return this.all().filter((person) => (this.#usedAt.get(person) ?? now) <= now - forMs);
  }

  letGo(person: string): Promise<void> {
    return this.handOver(person, { reservedFor: this.#me.id, forMs: 0 });
  }

  handOver(person: string, reservation?: Reservation): Promise<void> {
    const held = this.#held.get(person);
    const underWay = this.#handingOver.get(person);
    if (underWay || !held) return underWay ?? Promise.resolve();
    const done = Promise.resolve()
      .then(() => this.#handOver(held, reservation))
      .finally(() => this.#handingOver.delete(person));
    this.#handingOver.set(person, done);
    return done;
  }

  async #handOver(held: HeldPerson, reservation: Reservation | undefined): Promise<void> {
    const { person } = held;
    const ended = Promise.allSettled(this.#endings.map((end) => end(person)));
    await Promise.race([ended, delay(END_WITHIN_MS, undefined, { ref: false })]);
    try {
      await inTime(releasePerson(this.#db, this.#me, { ...held, reservation }));
      if (this.#held.get(person) === held) this.#drop(person);
    } finally {
      // Also after a failure: their sockets read sessions that have ended.
      for (const listener of this.#lost) listener(person);
    }
  }

  async drain(): Promise<boolean> {
    if (!(await this.#findSuccessor())) return false;
    if (!(await setDraining(this.#db, this.#me, true))) return false;
    this.#drains = 'until-stop';
    return true;
  }

  reserve(persons: readonly string[], forMs: number): Promise<void> {
    return reservePersons(this.#db, this.#me, { persons, forMs });
  }

  async peopleByServer(): Promise<readonly { readonly id: string; readonly people: number }[]> {
    const servers = (await readServers(this.#db)).filter(
      ({ isAlive, is_draining: isDraining }) => isAlive && isDraining === 0,
    );
    return servers.map(({ id, people }) => ({ id, people: id === this.#me.id ? this.count : people }));
  }

  async otherServers(): Promise<readonly OtherServer[]> {
    const servers = (await readServers(this.#db)).filter(({ id, isAlive }) => isAlive && id !== this.#me.id);
    return servers.flatMap(({ id, name, internal_address: internalAddress }) =>
      internalAddress === null ? [] : [{ id, name, internalAddress }],
    );
  }

  onHandOver(listener: (person: string) => Promise<unknown>): void {
    this.#endings.push(listener);
  }

  onTaken(listener: (person: string) => void): void {
    this.#taken.push(listener);
  }

  onLost(listener: (person: string) => void): void {
    this.#lost.push(listener);
  }

  /** Reads from the database whom this server still serves. */
  async confirm(): Promise<void> {
    const asked = performance.now();
    const before = [...this.#held.values()];
    const rows = new Map((await readHeld(this.#signs, this.#me)).map(({ person, epoch }) => [person, epoch]));
    for (const { person, epoch } of before) if (rows.get(person) !== epoch) this.#lose(person, epoch);
    this.#confirmedAt = asked;
  }

  /** Locks the rows of people in a transaction. Throws an AppError if another server has taken one of them. */
  async hold(trx: Transaction<ServersTables>, { persons, unnamed }: RowsWritten): Promise<void> {
    for (const error of unnamed) throw error;
    if (persons.length === 0) return;
    const held = persons.flatMap((person) => this.#held.get(person) ?? []);
    if (held.length === persons.length && (await holdPersons(trx, this.#me, held))) return;
    this.confirm().catch(() => undefined);
    throw movedError();
  }

  #lose(person: string, epoch: number): void {
    if (this.#held.get(person)?.epoch !== epoch) return;
    this.#drop(person);
    for (const listener of this.#lost) listener(person);
  }

  #drop(person: string): void {
    this.#held.delete(person);
    this.#usedAt.delete(person);
  }
}

/** Rejects if the database does not answer in time. Callers retry. */
async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  const ended = new AbortController();
  const late = delay(ANSWER_WITHIN_MS, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new AppError('store-failed', 'The database did not answer in time. Try again.');
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
