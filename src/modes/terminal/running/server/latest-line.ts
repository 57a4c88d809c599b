/** Time without output after which a line is reported, in ms, if `AT_MOST_EVERY_MS` has passed as well. */
const QUIET_MS = 1_000;
/** Minimum time between two lines, in ms. Each line is an event in the log. */
const AT_MOST_EVERY_MS = 60_000;
const MAX_LINE = 200;

/** Reports the latest line of a screen for lists, once output pauses, rather than every line. */
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
