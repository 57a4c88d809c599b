import { closesFence, openedFence } from '#text/domain/code-ranges.ts';
import { columnsOf } from '#text/domain/open-blocks.ts';

/**
 * Lines whose breaks matter, kept as typed: fenced code, a formula between `$$`, `\[` and `\]` or the commands of an
 * environment, or indented code, which gets fences.
 */
interface Block {
  readonly text: string;
  readonly length: number;
}

const ENVIRONMENT = /^\\begin(?<name>\{(?:align|alignat|equation|gather|multline|eqnarray)\*?\})/u;

/** Finds blocks in lines. An opening without an end is not a block, unless it is a fence that names a language. */
export class BlocksIn {
  readonly #lines: readonly string[];
  readonly #codeIndents: ReadonlyMap<number, number>;
  /** Openings without an end in the lines below, so that each is searched only once. */
  readonly #endless = new Set<string>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#codeIndents = codeIndents(lines);
  }

  /** Returns the block that begins at a line, or null. */
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
    // A fence that names a language begins code even if the paste ends inside it.
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

  /** Extends to the last line with at least this indent; empty lines inside belong to the block. */
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

/** The end mark of a formula that the line opens but does not close. */
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

/** A block can begin on the line of its list item. */
function withoutBullet(line: string): string {
  return line.trim().replace(/^(?:[-*+•–]|\d{1,3}[.)])\s+(?=```|~~~|\$\$|\\\[|\\begin\{)/u, '');
}

/** Indent of code relative to the surrounding text, in columns. */
const CODE_COLUMNS = 4;
const ITEM = /^\s*(?<marker>[-*+•–]|\d{1,3}[.)])(?<space>\s+)\S/u;
const OTHER_BLOCK = /^\s*(?:```|~~~|\||\$\$|\\\[|\\begin\{)/u;
const HEADING = /^ {0,3}#{1,6}\s/u;
/** Patterns that only code has. See `isCode` for lines without them. */
const CODE =
  /[=;{}<>|\\]|\p{L}\(|\w\[|^\s*(?:#|\/\/|--|\$ |%|@\w|(?:if|for|while|def|return|import|let|const|print|echo|sudo|npm|npx|yarn|pnpm|git|pip3?|docker|curl|apt(?:-get)?|brew|cargo|python3?|mkdir|cd|ssh)\b)/u;
const WORDS = /^\s*["“„'(*_]{0,3}\p{Lu}(?:[\p{Ll}\s'’-]|$)|[.!?]["'”’)*_]{0,3}$/u;

/**
 * Lines at which indented code without fences begins, each with its indent in columns. As in Markdown, code begins
 * below an empty line or a heading, and is indented by four columns from the text of the surrounding list item.
 * Directly below text, its first line must look like code. In a list item, lines that look like code need only four
 * columns from the bullet.
 */
function codeIndents(lines: readonly string[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const base = lines.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, columnsOf(line))), Infinity);
  let items: { readonly column: number; readonly content: number }[] = [];
  let fence: string | null = null;
  let code = Infinity;
  let mayBegin = true;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') {
      mayBegin = true;
      continue;
    }
    if (fence !== null) {
      if (closesFence(line.trim(), fence)) fence = null;
      continue;
    }
    const column = columnsOf(line);
    if (column >= code) continue;
    code = Infinity;
    const item = ITEM.exec(line)?.groups;
    if (mayBegin || item) items = items.filter((each) => each.content <= column || (!item && each.column < column));
    const around = items.at(-1);
    const least = CODE_COLUMNS + (around?.content ?? base);
    const isBelowWords = items.length === 0 && CODE.test(line.replace(/;(?= )/gu, '')) && !WORDS.test(line);
    const mayBeCode =
      (mayBegin || isBelowWords) &&
      !item &&
      column >= CODE_COLUMNS + (around?.column ?? base) &&
      !OTHER_BLOCK.test(line);
    if (mayBeCode && isCode(lines, { at, isFarIn: column >= least })) {
      code = Math.min(column, Math.max(least, CODE_COLUMNS));
      found.set(at, code);
    } else if (item)
      items.push({ column, content: column + (item.marker ?? '').length + Math.min(4, columnsOf(item.space ?? '')) });
    else fence = openedFence(line.trim());
    mayBegin = HEADING.test(line);
  }
  return found;
}

/** Whether the lines up to the next empty line are code. */
function isCode(lines: readonly string[], { at, isFarIn }: { at: number; isFarIn: boolean }): boolean {
  for (let next = at; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (line.trim() === '') break;
    if (CODE.test(line) || (isFarIn && !WORDS.test(line))) return true;
  }
  return false;
}
