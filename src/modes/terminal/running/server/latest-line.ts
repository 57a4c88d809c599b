/** A line is kept after this time without output, unless another one was kept recently. */
const QUIET_MS = 1_000;
/** Between two lines: each is an event. */
const AT_MOST_EVERY_MS = 60_000;
const MAX_LINE = 200;

/** Keeps the latest line of a screen for lists: not each of a thousand, but the one that it comes to rest with. */
export class LatestLine {
  readonly #keep: (line: string) => void;
  #line: string | null = null;
  #kept: string | null = null;
  #keptAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(keep: (line: string) => void) {
    this.#keep = keep;
  }

  see(rows: readonly string[]): void {
    this.#line =
      rows
        .findLast((row) => row.trim() !== '')
        ?.trim()
        .slice(0, MAX_LINE) ?? null;
    clearTimeout(this.#timer);
    const dueInMs = this.#keptAt + AT_MOST_EVERY_MS - performance.now();
    this.#timer = setTimeout(() => this.flush(), Math.max(QUIET_MS, dueInMs));
    this.#timer.unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    if (this.#line === null || this.#line === this.#kept) return;
    this.#kept = this.#line;
    this.#keptAt = performance.now();
    this.#keep(this.#line);
  }
}
