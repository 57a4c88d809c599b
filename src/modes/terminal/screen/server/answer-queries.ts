import type { IDisposable, Terminal } from '@xterm/headless';

import { KeyboardFlags } from '../domain/keyboard-flags.ts';
import { type ColorName, colorOf, NAMED_COLORS, readColor, type ScreenColors } from '../domain/screen-colors.ts';
import type { CellSize } from './screen-messages.ts';

const ESC = '\u001B';
const STRING_END = `${ESC}\\`;
/** Default size in pixels, until the page reports the size of its cells. */
const USUAL_CELL: CellSize = { width: 9, height: 18 };

/**
 * Answers the queries that headless xterm.js leaves open: colours, name and version, sizes in pixels, and the keyboard
 * protocol. xterm.js answers the others itself, through `onData`.
 */
export class QueryAnswers {
  colors: ScreenColors = {};
  cell = USUAL_CELL;
  readonly keyboard: KeyboardFlags;
  readonly #terminal: Terminal;
  readonly #handlers: IDisposable[];

  constructor(terminal: Terminal, answer: (reply: string) => void) {
    this.#terminal = terminal;
    this.keyboard = new KeyboardFlags(terminal);
    const { parser } = terminal;
    this.#handlers = [
      parser.registerOscHandler(4, (data) => this.#palette(data, answer)),
      ...Object.keys(NAMED_COLORS).map((first) =>
        parser.registerOscHandler(Number(first), (data) => this.#named(Number(first), data, answer)),
      ),
      parser.registerOscHandler(104, (data) => this.#forget(data === '' ? null : data.split(';'))),
      parser.registerOscHandler(110, () => this.#forget(['foreground'])),
      parser.registerOscHandler(111, () => this.#forget(['background'])),
      parser.registerOscHandler(112, () => this.#forget(['cursor'])),
      parser.registerCsiHandler({ prefix: '>', final: 'q' }, () => {
        answer(`${ESC}P>|xterm.js(6.0.0)${STRING_END}`);
        return true;
      }),
      parser.registerCsiHandler({ final: 't' }, (parameters) => this.#size(parameters[0], answer)),
      parser.registerCsiHandler({ prefix: '?', final: 'u' }, () => {
        answer(`${ESC}[?${this.keyboard.current}u`);
        return true;
      }),
      parser.registerEscHandler({ final: 'c' }, () => {
        this.colors = {};
        return false;
      }),
    ];
  }

  dispose(): void {
    for (const handler of this.#handlers) handler.dispose();
  }

  #palette(data: string, answer: (reply: string) => void): boolean {
    const fields = data.split(';');
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const index = Number(fields[at]);
      if (!Number.isInteger(index) || index < 0 || index > 255) continue;
      const name: ColorName = `${index}`;
      if (fields[at + 1] === '?') answer(`${ESC}]4;${index};${colorOf(this.colors, name)}${STRING_END}`);
      else this.#set(name, fields[at + 1]);
    }
    return false;
  }

  /** OSC 10 with several colours sets or queries 10, 11 and 12 in turn. */
  #named(from: number, data: string, answer: (reply: string) => void): boolean {
    for (const [place, field] of data.split(';').entries()) {
      const name = NAMED_COLORS[(from + place) as keyof typeof NAMED_COLORS];
      if (name === undefined) break;
      if (field === '?') answer(`${ESC}]${from + place};${colorOf(this.colors, name)}${STRING_END}`);
      else this.#set(name, field);
    }
    return false;
  }

  #set(name: ColorName, text: string | undefined): void {
    const color = readColor(text ?? '');
    if (color !== undefined) this.colors = { ...this.colors, [name]: color };
  }

  /** Resets colours; null for the whole palette. */
  #forget(names: readonly string[] | null): boolean {
    const isForgotten = (name: string) => (names === null ? /^\d+$/u.test(name) : names.includes(name));
    this.colors = Object.fromEntries(Object.entries(this.colors).filter(([name]) => !isForgotten(name)));
    return false;
  }

  #size(kind: number | number[] | undefined, answer: (reply: string) => void): boolean {
    const { cols, rows } = this.#terminal;
    const { width, height } = this.cell;
    // Rounded, because programs parse a fraction only in part, and take the rest for input.
    const [high, wide, cellHigh, cellWide] = [rows * height, cols * width, height, width].map(Math.round);
    if (kind === 14) answer(`${ESC}[4;${high};${wide}t`);
    else if (kind === 16) answer(`${ESC}[6;${cellHigh};${cellWide}t`);
    else if (kind === 18) answer(`${ESC}[8;${rows};${cols}t`);
    else return false;
    return true;
  }
}
