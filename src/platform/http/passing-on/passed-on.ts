import type { ServedPeople } from '#database/server/served-people.ts';

import type { Purpose } from './hops.ts';

const LOOK_EVERY_MS = 2_000;

/**
 * A request for a person who is moving is answered as moved and sent again. A socket is closed by the server that the
 * person leaves, with a code that an earlier cut would prevent. So nothing is cut before this many checks failed.
 */
const LOOKS_BEFORE_CUT = 2;

interface PassedOn {
  readonly person: string;
  /** The id of the server that it was passed on to. */
  readonly to: string;
  readonly purpose: Purpose;
  /** Cuts the connection of the client, which then reconnects. */
  readonly cut: () => void;
  /** Makes the other server end a socket. Requests end by themselves. */
  readonly end?: () => void;
}

type AllPassedOnDeps = Pick<ServedPeople, 'servedElsewhere' | 'serversOf'>;

/**
 * The open requests and sockets that were passed on. Cuts them once the target no longer serves the person. Cuts reads
 * once the target is dead, because a suspended server would leave them waiting.
 */
export class AllPassedOn {
  /** The number of consecutive checks at which the person was elsewhere. */
  readonly #entries = new Map<PassedOn, number>();
  readonly #deps: AllPassedOnDeps;
  readonly #timer: NodeJS.Timeout;

  constructor(deps: AllPassedOnDeps) {
    this.#deps = deps;
    // If the database cannot be read, no move is known, so nothing is cut.
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  /** Returns a function to call at the end. */
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
