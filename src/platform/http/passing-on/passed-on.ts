const LOOK_EVERY_MS = 2_000;

interface PassedOn {
  readonly person: string;
  /** The id of the server that it was passed on to. */
  readonly to: string;
  /** Cuts the connection of the client, which then asks again. */
  readonly cut: () => void;
  /** Has the other server end a socket; a request ends by itself. */
  readonly end?: () => void;
}

/** Of these people, those whom other living servers serve, with the ids of these servers. */
type ServedElsewhere = (persons: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Requests and sockets that were passed on and go on. They are cut once another server serves the person, or none does:
 * a server that is suspended would keep them waiting.
 */
export class AllPassedOn {
  readonly #entries = new Set<PassedOn>();
  readonly #servedElsewhere: ServedElsewhere;
  readonly #timer: NodeJS.Timeout;

  constructor(servedElsewhere: ServedElsewhere) {
    this.#servedElsewhere = servedElsewhere;
    // While the database cannot be read, nothing is known to have moved.
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  /** Returns what to call at the end. */
  add(passedOn: PassedOn): () => void {
    this.#entries.add(passedOn);
    return () => this.#entries.delete(passedOn);
  }

  endAll(): void {
    for (const { end } of this.#entries) end?.();
  }

  cutAll(): void {
    clearInterval(this.#timer);
    for (const { cut } of this.#entries) cut();
  }

  async #look(): Promise<void> {
    const entries = [...this.#entries];
    const servers = await this.#servedElsewhere([...new Set(entries.map(({ person }) => person))]);
    for (const { person, to, cut } of entries) if (servers.get(person) !== to) cut();
  }
}
