/** Maximum time, in ms, in which agents' work begins in one turn of the event loop. The first piece always begins. */
const MAX_BLOCKING_MS = 8;

/**
 * Agents' work of all sessions, in the order in which it asked. A piece of it blocks the thread for milliseconds, so
 * only as many begin in one turn of the event loop as fit into a few of them: between two turns, messages are taken in,
 * stored and acknowledged. On a busy server replies wait, and acknowledgements do not.
 */
export class AgentQueue {
  readonly #monotonic: () => number;
  readonly #waiting: (() => void)[] = [];
  /** When the first piece of this turn of the event loop began. */
  #since: number | null = null;

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Resolves once a piece of work may begin: at once where none has begun in this turn of the event loop. */
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

  /** Called once for each waiting piece. Node runs what the piece does at once before the next call. */
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
    // Runs before what is put off in this turn.
    setImmediate(() => (this.#since = null));
  }
}
