import type { IDisposable, Terminal } from '@xterm/headless';

import { type ColorName, colorOf, NAMED_COLORS, readColor, type ScreenColors } from '../domain/screen-colors.ts';
import type { CellSize } from './screen-messages.ts';

const ESC = '\u001B';
const STRING_END = `${ESC}\\`;
/** In pixels, until the page says what its cells measure. */
const USUAL_CELL: CellSize = { width: 9, height: 18 };
/** Of the kitty keyboard protocol: `disambiguate escape codes`, the only one that the page can send. */
const SUPPORTED_KEYBOARD_FLAGS = 1;
const MAX_KEYBOARD_STACK = 32;

/**
 * Answers what programs ask a terminal and headless xterm.js leaves open: colours, name and version, sizes in pixels, and
 * the keyboard protocol. The other queries it answers itself, through `onData`.
 */
export class QueryAnswers {
  colors: ScreenColors = {};
  cell = USUAL_CELL;
  /** Flags of the kitty keyboard protocol, the current ones last; of the normal screen and of the alternate one. */
  #keyboard = { normal: [0], alternate: [0] };
  readonly #terminal: Terminal;
  readonly #handlers: IDisposable[];

  constructor(terminal: Terminal, answer: (reply: string) => void) {
    this.#terminal = terminal;
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
        answer(`${ESC}[?${this.keyboardFlags}u`);
        return true;
      }),
      parser.registerCsiHandler({ prefix: '>', final: 'u' }, ([flags]) => this.#pushKeyboard(first(flags))),
      parser.registerCsiHandler({ prefix: '<', final: 'u' }, ([count]) => this.#popKeyboard(first(count) || 1)),
      parser.registerCsiHandler({ prefix: '=', final: 'u' }, ([flags, mode]) =>
        this.#setKeyboard(first(flags), first(mode) || 1),
      ),
      parser.registerEscHandler({ final: 'c' }, () => {
        this.#keyboard = { normal: [0], alternate: [0] };
        this.colors = {};
        return false;
      }),
    ];
  }

  get keyboardFlags(): number {
    return this.#stack().at(-1) ?? 0;
  }

  dispose(): void {
    for (const handler of this.#handlers) handler.dispose();
  }

  #stack(): number[] {
    return this.#keyboard[this.#terminal.buffer.active.type];
  }

  #pushKeyboard(flags: number): boolean {
    const stack = this.#stack();
    stack.push(flags & SUPPORTED_KEYBOARD_FLAGS);
    if (stack.length > MAX_KEYBOARD_STACK) stack.shift();
    return true;
  }

  #popKeyboard(count: number): boolean {
    const stack = this.#stack();
    stack.splice(Math.max(0, stack.length - count));
    if (stack.length === 0) stack.push(0);
    return true;
  }

  /** `mode`: 1 sets all flags, 2 adds them, 3 takes them away. */
  #setKeyboard(flags: number, mode: number): boolean {
    const stack = this.#stack();
    const wanted = flags & SUPPORTED_KEYBOARD_FLAGS;
    const current = this.keyboardFlags;
    const changed = mode === 3 ? current & ~wanted : current | wanted;
    stack[stack.length - 1] = mode === 1 ? wanted : changed;
    return true;
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

  /** OSC 10 with several colours sets or asks for 10, 11 and 12 in turn. */
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

  /** Null: the whole palette. */
  #forget(names: readonly string[] | null): boolean {
    const isForgotten = (name: string) => (names === null ? /^\d+$/u.test(name) : names.includes(name));
    this.colors = Object.fromEntries(Object.entries(this.colors).filter(([name]) => !isForgotten(name)));
    return false;
  }

  #size(kind: number | number[] | undefined, answer: (reply: string) => void): boolean {
    const { cols, rows } = this.#terminal;
    const { width, height } = this.cell;
    if (kind === 14) answer(`${ESC}[4;${rows * height};${cols * width}t`);
    else if (kind === 16) answer(`${ESC}[6;${height};${width}t`);
    else if (kind === 18) answer(`${ESC}[8;${rows};${cols}t`);
    else return false;
    return true;
  }
}

const first = (parameter: number | number[] | undefined) => (Array.isArray(parameter) ? parameter[0] : parameter) ?? 0;
