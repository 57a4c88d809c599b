/** The runs of backticks of one line. Each is scanned once, although many runs ask whether inline code is closed. */
export class LineAhead {
  /** The offset of the last run of each length; of any length under the key 0. */
  readonly #last = new Map<number, number>();
  #scanned = 0;
  /** The offset of the line break, or of the end of the content, once it is known. */
  #end: number | null = null;

  /** Starts over if `at` is on a later line. */
  passTo(at: number): void {
    const isSameLine = this.#end === null ? at <= this.#scanned : at <= this.#end;
    if (isSameLine) return;
    this.#last.clear();
    this.#scanned = at;
    this.#end = null;
  }

  /**
   * The end of the next run of exactly this length (0: of any length) on the line, from an offset on. Null if there is
   * none.
   */
  closer(content: string, { length, from, isOver }: { length: number; from: number; isOver: boolean }) {
    if ((this.#last.get(length) ?? -1) >= from) return endOfRun(content, length, from);
    while (this.#end === null) {
      const run = this.#next(content, isOver);
      if (run === 'undecided') return run;
      if (run && run.start >= from && (length === 0 || run.length === length)) return run.start + run.length;
    }
    return null;
  }

  #next(content: string, isOver: boolean): { readonly start: number; readonly length: number } | 'undecided' | null {
    const sign = firstSign(content, this.#scanned);
    const isComplete = isOver || (sign && (sign[0] === '\n' || sign.index + sign[0].length < content.length));
    if (!isComplete) {
      this.#scanned = sign?.index ?? content.length;
      return 'undecided';
    }
    if (!sign || sign[0] === '\n') {
      this.#end = sign?.index ?? content.length;
      return null;
    }
    const { length } = sign[0];
    this.#scanned = sign.index + length;
    this.#last.set(length, sign.index).set(0, sign.index);
    return { start: sign.index, length };
  }
}

function firstSign(content: string, from: number): RegExpExecArray | null {
  const sign = /`+|\n/g;
  sign.lastIndex = from;
  return sign.exec(content);
}

/** The end of the next such run, which must exist. */
function endOfRun(content: string, length: number, from: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(content); run; run = runs.exec(content))
    if (length === 0 || run[0].length === length) return run.index + run[0].length;
  return content.length;
}
