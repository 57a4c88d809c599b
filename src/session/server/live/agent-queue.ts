/** Maximum time, in ms, in which agents' work begins in one turn of the event loop. The first piece always begins. */
const MAX_BLOCKING_MS = 8;

/**
 * Work of agents of all sessions, in the order of the requests. A piece blocks the thread for milliseconds, so one turn
 * of the event loop starts only as many as fit into `MAX_BLOCKING_MS`. Between two turns, messages are received, stored
 * and acknowledged: on a busy server replies wait, and acknowledgements do not.
 */
export class AgentQueue {
  readonly #monotonic: () => number;
  readonly #waiting: (() => void)[] = [];
  /** The time at which the first piece of this turn of the event loop began. */
  #since: number | null = null;

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Resolves when a piece of work may begin: at once if none has begun in this turn of the event loop. */
  turn(): Promise<void> {
    if (this.#since === null && this.#waiting.length === 0) {
      this.#begin();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      setImmediate(() => this.#pass());
    });
  }

  /** Called once for each waiting piece. Node runs the piece's microtasks at once, before the next call. */
  #pass(): void {
    if (this.#since === null) this.#begin();
    else if (this.#monotonic() - this.#since > MAX_BLOCKING_MS) {
      setImmediate(() => this.#pass());
      return;
    }
    this.#waiting.shift()?.();
  }

  #begin(): void {
    this.#since = this.#monotonic();
    // Runs before the callbacks that are deferred in this turn.
    setImmediate(() => (this.#since = null));
  }
}
