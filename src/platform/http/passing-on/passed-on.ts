import type { ServedPeople } from '#database/server/served-people.ts';

import type { Purpose } from './hops.ts';

const LOOK_EVERY_MS = 2_000;

/**
 * A request that meets a person who is just moving is answered with that, and sent again; a socket is closed by the
 * server that the person leaves, with a code that a cut would overtake.
 */
const LOOKS_BEFORE_CUT = 2;

interface PassedOn {
  readonly person: string;
  /** The id of the server that it was passed on to. */
  readonly to: string;
  readonly purpose: Purpose;
  /** Cuts the connection of the client, which then asks again. */
  readonly cut: () => void;
  /** Has the other server end a socket; a request ends by itself. */
  readonly end?: () => void;
}

type AllPassedOnDeps = Pick<ServedPeople, 'servedElsewhere' | 'serversOf'>;

/**
 * Requests and sockets that were passed on and go on. They are cut once another server serves the person, or none does,
 * and reads once the server is dead: one that is suspended would keep them waiting.
 */
export class AllPassedOn {
  /** With the looks at which the person was elsewhere. */
  readonly #entries = new Map<PassedOn, number>();
  readonly #deps: AllPassedOnDeps;
  readonly #timer: NodeJS.Timeout;

  constructor(deps: AllPassedOnDeps) {
    this.#deps = deps;
    // While the database cannot be read, nothing is known to have moved.
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  /** Returns what to call at the end. */
  add(passedOn: PassedOn): () => void {
    this.#entries.set(passedOn, 0);
    return () => this.#entries.delete(passedOn);
  }

  endAll(): void {
    for (const { end } of this.#entries.keys()) end?.();
  }

  cutAll(): void {
    clearInterval(this.#timer);
    for (const { cut } of this.#entries.keys()) cut();
  }

  async #look(): Promise<void> {
    const entries = [...this.#entries.keys()];
    const { servedElsewhere, serversOf } = this.#deps;
    const servers = await servedElsewhere([...new Set(entries.map(({ person }) => person))]);
    const known = await serversOf([...new Set(entries.flatMap(({ to, purpose }) => (purpose === 'read' ? to : [])))]);
    for (const entry of entries) {
      const { person, to, purpose } = entry;
      const looks = this.#entries.get(entry);
      if (looks === undefined) continue;
      const isThere = purpose === 'read' ? known.get(to)?.isAlive === true : servers.get(person) === to;
      this.#entries.set(entry, isThere ? 0 : looks + 1);
      if (!isThere && looks + 1 >= LOOKS_BEFORE_CUT) entry.cut();
    }
  }
}
