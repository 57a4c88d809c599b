import { closesFence, openedFence } from '#text/domain/code-ranges.ts';

/** Lines whose breaks matter: fenced code, or a formula between `$$` or `\[` and `\]`. Its lines as typed. */
interface Block {
  readonly text: string;
  readonly length: number;
}

const ends: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

/** Finds blocks in lines. An opening without an end is none, unless it names a language. */
export class BlocksIn {
  readonly #lines: readonly string[];
  /** Openings that have no end below where they were looked for, so that each is looked for once. */
  readonly #endless = new Set<string>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The block that begins at a line, or null. */
  at(at: number): Block | null {
    const line = this.#lines[at] ?? '';
    const fence = openedFence(line.trim());
    const opening = fence ?? line.trim();
    const end = ends[opening];
    if ((fence === null && end === undefined) || this.#endless.has(opening)) return null;
    const isEnd = (each: string) => (fence === null ? each.trim() === end : closesFence(each.trim(), fence));
    let last = at + 1;
    while (last < this.#lines.length && !isEnd(this.#lines[last] ?? '')) last += 1;
    // A fence that names a language begins code, also where the paste ends inside of it.
    const isCut = last >= this.#lines.length && fence !== null && line.trim().length > fence.length;
    if (isCut) return { text: `${withoutIndent(this.#lines.slice(at))}\n${fence}`, length: last - at };
    if (last >= this.#lines.length) {
      this.#endless.add(opening);
      return null;
    }
    return { text: withoutIndent(this.#lines.slice(at, last + 1)), length: last + 1 - at };
  }
}

function withoutIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/u.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least).trimEnd()).join('\n');
}
