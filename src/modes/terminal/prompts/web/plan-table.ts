import { element } from './element.ts';

const DELIMITER = /^(?<left>:?)-+(?<right>:?)$/u;

/** A table that is built row by row. No cell is left out, even if the head has fewer. */
export class PlanTable {
  readonly element: HTMLElement;
  readonly #setWords: (words: string) => readonly Node[];
  readonly #alignments: readonly string[];
  readonly #body = element('tbody');

  /** `delimiters`: the line below the head, which marks a table. */
  constructor(head: string, delimiters: string, setWords: (words: string) => readonly Node[]) {
    this.#setWords = setWords;
    this.#alignments = cellsOf(delimiters).map(alignmentOf);
    const table = element('table', {}, element('thead', {}, this.#row(head, 'th')), this.#body);
    // The table scrolls by itself, also by keyboard.
    this.element = element('div', { className: 'table', tabIndex: 0, role: 'group', ariaLabel: 'Table' }, table);
  }

  add(row: string): void {
    this.#body.append(this.#row(row, 'td'));
  }

  #row(row: string, tag: 'td' | 'th'): HTMLElement {
    const cells = cellsOf(row).map((words, index) => {
      const cell = element(tag);
      cell.style.textAlign = this.#alignments[index] ?? '';
      cell.append(...this.#setWords(words));
      return cell;
    });
    return element('tr', {}, ...cells);
  }
}

export function beginsTable(head: string, next: string | undefined): next is string {
  if (next === undefined || !head.includes('|') || !next.includes('|')) return false;
  const delimiters = cellsOf(next);
  return delimiters.length === cellsOf(head).length && delimiters.every((cell) => DELIMITER.test(cell));
}

function alignmentOf(delimiter: string): string {
  const { left, right } = DELIMITER.exec(delimiter)?.groups ?? {};
  if (right !== ':') return left === ':' ? 'left' : '';
  return left === ':' ? 'center' : 'right';
}

/** NUL is a safe placeholder, because hidden characters of a plan were replaced by their codes. */
function cellsOf(row: string): readonly string[] {
  const cells = row.trim().replaceAll('\\|', '\0').split('|');
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\0', '|').trim());
}
