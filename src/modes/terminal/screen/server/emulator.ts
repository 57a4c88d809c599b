import { createRequire } from 'node:module';

import headless, { type ITerminalAddon, type Terminal } from '@xterm/headless';

import { captureScreen } from '../domain/capture-screen.ts';
import { type EmulatorCore, GROUND } from '../domain/emulator-core.ts';
import { ignoreLongTexts } from '../domain/long-texts.ts';
import type { ScreenColors } from '../domain/screen-colors.ts';
import type { CapturedScreen } from '../domain/screen-state.ts';
import { lastIntroducer, unfinishedEnd } from '../domain/unfinished.ts';
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
    this.terminal.onData(onReply);
    this.terminal.onBinary(onReply);
    this.queries = new QueryAnswers(this.terminal, onReply);
  }

  get core(): EmulatorCore {
    return (this.terminal as unknown as { readonly _core: EmulatorCore })._core;
  }

  /** Resolves once the bytes are on the screen. */
  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.terminal.write(bytes, () => {
        this.#keepUnfinished(bytes);
        resolve();
      });
    });
  }

  resize({ cols, rows }: ScreenSize): void {
    this.terminal.resize(cols, rows);
  }

  /** The screen after everything that was written, and the bytes to write into a restored one. Call it between writes. */
  capture(): {
    readonly screen: CapturedScreen;
    readonly unfinished: Uint8Array;
    readonly extras: { readonly colors: ScreenColors; readonly keyboardFlags: number };
  } {
    const { cols, rows } = this.terminal;
    const { colors, keyboardFlags } = this.queries;
    return {
      screen: captureScreen(this.core, { cols, rows }),
      unfinished: this.#unfinished.slice(),
      extras: { colors, keyboardFlags },
    };
  }

  dispose(): void {
    this.terminal.dispose();
  }

  #keepUnfinished(bytes: Uint8Array): void {
    const { _parser, _utf8Decoder } = this.core._inputHandler;
    const position = { isGround: _parser.currentState === GROUND, isInsideCharacter: _utf8Decoder.interim[0] !== 0 };
    if (position.isGround && !position.isInsideCharacter) {
      this.#unfinished = new Uint8Array();
      return;
    }
    // Of a flood nothing more is kept, and what is kept is not copied again.
    const isFull = this.#unfinished.length >= MAX_UNFINISHED_BYTES;
    if (isFull && !position.isGround && lastIntroducer(bytes) < 0) return;
    const end = unfinishedEnd(joined(this.#unfinished, bytes), position);
    this.#unfinished = end.slice(0, MAX_UNFINISHED_BYTES);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
