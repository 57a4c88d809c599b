import { createRequire } from 'node:module';

import headless, { type ITerminalAddon, type Terminal } from '@xterm/headless';

import { captureScreen } from '../domain/capture-screen.ts';
import { type EmulatorCore, GROUND, ignoreLongTexts, keepCellsShort } from '../domain/emulator-core.ts';
import type { KeyboardStacks } from '../domain/keyboard-flags.ts';
import type { ScreenColors } from '../domain/screen-colors.ts';
import type { CapturedScreen } from '../domain/screen-state.ts';
import { joined, lastIntroducer, unfinishedEnd, WholeCharacters } from '../domain/whole-characters.ts';
import { QueryAnswers } from './answer-queries.ts';

export interface ScreenSize {
  readonly cols: number;
  readonly rows: number;
}

// Not an import: its types would bring those of the DOM to the server.
const { Unicode11Addon } = createRequire(import.meta.url)('@xterm/addon-unicode11') as {
  Unicode11Addon: new () => ITerminalAddon;
};

/** Lines above the screen that are kept. The page keeps as many. */
const SCROLLBACK = 5_000;
/** Of an unfinished sequence. What is longer, such as an image, is not shown after a reconnect. */
const MAX_UNFINISHED_BYTES = 1024 * 1024;

/** The screen that decides: it reads every byte of a terminal once, and answers what programs ask a terminal. */
export class Emulator {
  readonly terminal: Terminal;
  readonly queries: QueryAnswers;
  readonly #characters = new WholeCharacters();
  #unfinished: Uint8Array = new Uint8Array();

  /** `onReply`: what the terminal answers to its program. */
  constructor(size: ScreenSize, { onReply = () => {} }: { readonly onReply?: (reply: string) => void } = {}) {
    this.terminal = new headless.Terminal({
      ...size,
      scrollback: SCROLLBACK,
      logLevel: 'off',
      allowProposedApi: true,
      windowOptions: {
        pushTitle: true,
        popTitle: true,
        getWinSizePixels: true,
        getCellSizePixels: true,
        getWinSizeChars: true,
      },
    });
    this.terminal.loadAddon(new Unicode11Addon());
    this.terminal.unicode.activeVersion = '11';
    ignoreLongTexts(this.terminal.parser);
    keepCellsShort(this.core);
    this.terminal.onData(onReply);
    this.terminal.onBinary(onReply);
    this.queries = new QueryAnswers(this.terminal, onReply);
  }

  get core(): EmulatorCore {
    return (this.terminal as unknown as { readonly _core: EmulatorCore })._core;
  }

  /**
   * The bytes are on the screen at once: there is no page to be kept alive here, and a timer for each piece would let
   * the program wait. Handlers of the parser must not be asynchronous.
   */
  write(bytes: Uint8Array): void {
    const whole = this.#characters.take(bytes);
    this.core.writeSync(whole);
    this.#keepUnfinished(whole);
  }

  resize({ cols, rows }: ScreenSize): void {
    this.terminal.resize(cols, rows);
  }

  /**
   * The screen after everything that was written, and the bytes to write into a restored one. Call it between writes.
   */
  capture(): {
    readonly screen: CapturedScreen;
    readonly unfinished: Uint8Array;
    readonly extras: { readonly colors: ScreenColors; readonly keyboard: KeyboardStacks };
  } {
    const { cols, rows } = this.terminal;
    const { colors, keyboard } = this.queries;
    return {
      screen: captureScreen(this.core, { cols, rows }),
      unfinished: new Uint8Array(joined(this.#unfinished, this.#characters.held)),
      extras: { colors, keyboard: keyboard.stacks },
    };
  }

  dispose(): void {
    this.terminal.dispose();
  }

  #keepUnfinished(bytes: Uint8Array): void {
    if (this.core._inputHandler._parser.currentState === GROUND) {
      this.#unfinished = new Uint8Array();
      return;
    }
    // Of a flood nothing more is kept, and what is kept is not copied again.
    if (this.#unfinished.length >= MAX_UNFINISHED_BYTES && lastIntroducer(bytes) < 0) return;
    const end = unfinishedEnd(joined(this.#unfinished, bytes));
    this.#unfinished = new Uint8Array(end.subarray(0, MAX_UNFINISHED_BYTES));
  }
}
