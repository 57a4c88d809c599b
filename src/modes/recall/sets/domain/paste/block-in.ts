import { closesFence, openedFence } from '#text/domain/code-ranges.ts';
import { columnsOf } from '#text/domain/open-blocks.ts';

import { codeIndents } from './indented-code.ts';

/**
 * Lines whose breaks matter: fenced code, a formula between `$$`, `\[` and `\]` or the marks of an environment, or
 * indented code, which gets fences. Its lines as typed.
 */
interface Block {
  readonly text: string;
  readonly length: number;
}

const ENVIRONMENT = /^\\begin(?<name>\{(?:align|alignat|equation|gather|multline|eqnarray)\*?\})/u;

/** Finds blocks in lines. An opening without an end is none, unless it names a language. */
export class BlocksIn {
  readonly #lines: readonly string[];
  readonly #codeIndents: ReadonlyMap<number, number>;
  /** Openings that have no end below where they were looked for, so that each is looked for once. */
  readonly #endless = new Set<string>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#codeIndents = codeIndents(lines);
  }

  /** The block that begins at a line, or null. */
  at(at: number): Block | null {
    const indent = this.#codeIndents.get(at);
    if (indent !== undefined) return this.#indentedCode(at, indent);
    const line = withoutBullet(this.#lines[at] ?? '');
    const fence = openedFence(line);
    if (fence !== null) return this.#upTo(at, { opening: fence, isEnd: (each) => closesFence(each, fence) });
    const opening = formulaIn(line);
    return opening && this.#upTo(at, { opening: opening.end, isEnd: (each) => each.endsWith(opening.end) });
  }

  #upTo(at: number, { opening, isEnd }: { opening: string; isEnd: (line: string) => boolean }): Block | null {
    if (this.#endless.has(opening)) return null;
    let last = at + 1;
    while (last < this.#lines.length && !isEnd((this.#lines[last] ?? '').trim())) last += 1;
    // A fence that names a language begins code, also where the paste ends inside of it.
    const line = withoutBullet(this.#lines[at] ?? '');
    const isCut = last >= this.#lines.length && openedFence(line) !== null && line.length > opening.length;
    const lines = [line, ...dedented(this.#lines.slice(at + 1, last + 1))];
    if (isCut) return { text: [...lines, opening].join('\n'), length: last - at };
    if (last >= this.#lines.length) {
      this.#endless.add(opening);
      return null;
    }
    return { text: lines.join('\n'), length: last + 1 - at };
  }

  /** Up to the last line that is indented as far. */
  #indentedCode(at: number, indent: number): Block {
    let end = at + 1;
    for (let next = end; next < this.#lines.length; next += 1) {
      const line = this.#lines[next] ?? '';
      if (line.trim() === '') continue;
      if (columnsOf(line) < indent) break;
      end = next + 1;
    }
    const code = dedented(this.#lines.slice(at, end)).join('\n');
    const fence = code.includes('```') ? '~~~~' : '```';
    return { text: `${fence}\n${code}\n${fence}`, length: end - at };
  }
}

/** The end of a formula that a line opens and does not close. */
function formulaIn(line: string): { readonly end: string } | null {
  const name = ENVIRONMENT.exec(line)?.groups?.name;
  const [opening, end] = line.startsWith('$$')
    ? ['$$', '$$']
    : line.startsWith('\\[')
      ? ['\\[', '\\]']
      : [`\\begin${name ?? ''}`, `\\end${name ?? ''}`];
  return line.startsWith(opening) && !line.includes(end, opening.length) ? { end } : null;
}

function dedented(lines: readonly string[]): readonly string[] {
  let least = Infinity;
  for (const line of lines) if (line.trim() !== '') least = Math.min(least, /^\s*/u.exec(line)?.[0].length ?? 0);
  return lines.map((line) => line.slice(least).trimEnd());
}

/** A block may begin in the line of its list item. */
function withoutBullet(line: string): string {
  return line.trim().replace(/^(?:[-*+•–]|\d{1,3}[.)])\s+(?=```|~~~|\$\$|\\\[|\\begin\{)/u, '');
}
