import { writeInPieces } from '../../screen/domain/output-pieces.ts';
import { OutputScanner } from '../../screen/domain/output-scanner.ts';
import type { ScreenSize } from '../domain/asciicast.ts';

/** A terminal on which a replay draws. It has one caller, with one call at a time. */
export interface ReplayScreen {
  /** Resolves once the text is on the screen. */
  write(text: string): Promise<void>;
  resize(size: ScreenSize): void;
  /** Clears the screen and resets all modes. */
  reset(size: ScreenSize): Promise<void>;
  dispose(): void;
}

export type OpenScreen = (element: HTMLElement, size: ScreenSize) => Promise<ReplayScreen>;

/** The API of xterm.js that a replay needs, with or without a browser. */
interface Terminal {
  readonly cols: number;
  readonly rows: number;
  write(output: Uint8Array, done: () => void): void;
  resize(columns: number, rows: number): void;
  reset(): void;
  dispose(): void;
}

/**
 * Ends an unfinished escape sequence, and resets the line feed mode and the colours that programs changed: a reset of
 * xterm.js does not.
 */
const CLEAN = '\u0018\u001b[20l\u001b]104\u0007\u001b]110\u0007\u001b]111\u0007\u001b]112\u0007';

export function screenOf(terminal: Terminal): ReplayScreen {
  let scanner = new OutputScanner();
  const write = (text: string) => writeInPieces(terminal, scanner, new TextEncoder().encode(text));
  return {
    write,
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
    async reset({ columns, rows }) {
      scanner = new OutputScanner();
      await write(CLEAN);
      // Resized first: a reset sets the tab stops for the current width, and a resize keeps those beyond the new width.
      terminal.resize(columns, rows);
      terminal.reset();
    },
    dispose: () => terminal.dispose(),
  };
}
