import { createRequire } from 'node:module';

import headless, { type Terminal } from '@xterm/headless';

import { boundLinks } from '../domain/bound-links.ts';
import { captureScreen } from '../domain/capture-screen.ts';
import { type EmulatorCore, keepCellsShort } from '../domain/emulator-core.ts';
import type { KeyboardStacks } from '../domain/keyboard-flags.ts';
import { OutputScanner } from '../domain/output-scanner.ts';
import { restoreScreen } from '../domain/restore-screen.ts';
import type { ScreenColors } from '../domain/screen-colors.ts';
import type { CapturedScreen } from '../domain/screen-state.ts';
import { QueryAnswers } from './answer-queries.ts';
import { loadGraphemes } from './load-graphemes.ts';

export interface ScreenSize {
  readonly cols: number;
  readonly rows: number;
}

/** State that xterm.js does not hold. */
export interface ScreenExtras {
  readonly colors: ScreenColors;
  readonly keyboard: KeyboardStacks;
  /** See `OutputScanner`. */
  readonly dropped: number;
}

interface RestoredScreen extends CapturedScreen {
  readonly state: CapturedScreen['state'] & ScreenExtras;
  readonly unfinished: Uint8Array;
}

const UnicodeGraphemesAddon = loadGraphemes(createRequire(import.meta.url));

/** Number of lines above the window that are stored. The page stores as many. */
const SCROLLBACK = 5_000;

/** The authoritative screen: it processes each byte of a terminal once, and answers the program's queries. */
export class Emulator {
  readonly terminal: Terminal;
  readonly queries: QueryAnswers;
  scanner = new OutputScanner();

  /** `onReply` is called with answers of the terminal to its program. */
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
    this.terminal.loadAddon(new UnicodeGraphemesAddon());
    this.terminal.unicode.activeVersion = '15-graphemes';
    keepCellsShort(this.core);
    boundLinks(this.core);
    this.terminal.onData(onReply);
    this.terminal.onBinary(onReply);
    this.queries = new QueryAnswers(this.terminal, onReply);
  }

  get core(): EmulatorCore {
    return (this.terminal as unknown as { readonly _core: EmulatorCore })._core;
  }

  /**
   * Writes synchronously: no page must stay responsive here, and a timer for each piece would delay the program.
   * Handlers of the parser must not be asynchronous.
   */
  write(bytes: Uint8Array): void {
    this.core.writeSync(this.scanner.take(bytes, this.terminal));
  }

  resize({ cols, rows }: ScreenSize): void {
    this.terminal.resize(cols, rows);
  }

  /** Captures the screen after all writes, and the bytes to write into a restored one. Call it between writes. */
  capture(): {
    readonly screen: CapturedScreen;
    readonly unfinished: Uint8Array;
    readonly extras: ScreenExtras;
  } {
    const { cols, rows } = this.terminal;
    const { colors, keyboard } = this.queries;
    return {
      screen: captureScreen(this.core, { cols, rows }),
      unfinished: this.scanner.held,
      extras: { colors, keyboard: keyboard.stacks, dropped: this.scanner.dropped },
    };
  }

  /** Restores a captured screen into a new emulator. */
  restore({ state, cells, unfinished }: RestoredScreen): void {
    this.resize(state);
    restoreScreen(this.core, { state, cells });
    this.queries.colors = state.colors;
    this.queries.keyboard.restore(state.keyboard);
    this.write(unfinished);
    this.scanner.dropped = state.dropped;
  }

  dispose(): void {
    this.terminal.dispose();
  }
}
