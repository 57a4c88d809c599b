import { writeInPieces } from '../../screen/domain/output-pieces.ts';
import { OutputScanner } from '../../screen/domain/output-scanner.ts';
import type { ScreenSize } from '../domain/asciicast.ts';

/** A terminal that a replay draws on. It is drawn on by one caller, one call at a time. */
export interface ReplayScreen {
  /** Resolves once the text is on the screen. */
  write(text: string): Promise<void>;
  resize(size: ScreenSize): void;
  /** Back to an empty screen, whatever was written before. */
  reset(size: ScreenSize): Promise<void>;
  dispose(): void;
}

export type OpenScreen = (element: HTMLElement, size: ScreenSize) => Promise<ReplayScreen>;

/** The part of xterm.js that a replay needs, in the browser or without one. */
interface Terminal {
  readonly cols: number;
  readonly rows: number;
  write(output: Uint8Array, done: () => void): void;
  resize(columns: number, rows: number): void;
  reset(): void;
  dispose(): void;
}

/**
 * Ends an unfinished escape sequence, and gives back the mode of line feeds and the colours that programs changed: a
 * reset of xterm.js keeps them.
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
      // First the size: a reset sets the tab stops of the width that it finds, and a resize keeps those beyond it.
      terminal.resize(columns, rows);
      terminal.reset();
    },
    dispose: () => terminal.dispose(),
  };
}
