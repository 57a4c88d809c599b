/**
 * Starts work in turns between people: one job per person at a time, and `atOnce` in total. So much work of one person
 * delays another only by the jobs already running.
 */
export class Turns {
  readonly #atOnce: number;
  /** In the order of turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Set<string>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      const waiting = this.#waiting.get(person);
      if (waiting) waiting.push(begin);
      else this.#waiting.set(person, [begin]);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#end(person);
    }
  }

  /** Everybody else who waits comes before this person's next job. */
  #end(person: string): void {
    this.#running.delete(person);
    const waiting = this.#waiting.get(person);
    if (waiting) {
      this.#waiting.delete(person);
      this.#waiting.set(person, waiting);
    }
    this.#beginNext();
  }

  #beginNext(): void {
    for (const [person, waiting] of this.#waiting) {
      if (this.#running.size >= this.#atOnce) return;
      if (this.#running.has(person)) continue;
      this.#running.add(person);
      waiting.shift()?.();
      if (waiting.length === 0) this.#waiting.delete(person);
    }
  }
}
