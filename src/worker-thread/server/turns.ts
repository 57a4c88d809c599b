/**
 * Lets work begin in turns between people: one of each at once, and `atOnce` of all. Much work of one person therefore
 * holds up another's by what is under way alone.
 */
export class Turns {
  readonly #atOnce: number;
  /** In the order of the turns. */
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

  /** Everybody else who waits goes before this person's next. */
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
