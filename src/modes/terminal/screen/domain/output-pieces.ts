import type { OutputScanner } from './output-scanner.ts';

/** Size of a piece, in bytes. Each sequence that affects the whole screen counts as `WHOLE_SCREEN_BYTES` more. */
const PIECE_BYTES = 1_024;
const WHOLE_SCREEN_BYTES = 96;

const [ESCAPE, SPACE, FIRST_FINAL, DELETE, C1_LEAD, C1_CONTROL] = [0x1b, 0x20, 0x40, 0x7f, 0xc2, 0x9b];
const CONTROL = 0x5b;
const codes = (characters: string) => new Set(Array.from(characters, (each) => each.charCodeAt(0)));
/**
 * Final characters of control sequences that move or erase lines or columns. `OF_ESCAPE`: such characters after ESC.
 */
const OF_CONTROL = codes('JLMST@}~');
const OF_ESCAPE = codes('c#');

/**
 * Returns the end of the piece of output that begins at `from`. A piece keeps an emulator busy for a moment only. 1,000
 * bytes of text take a millisecond; 1,000 bytes of sequences that each move all lines of a large screen take half a
 * second.
 */
export function pieceEnd(bytes: Uint8Array, from: number): number {
  let state: 'text' | 'escape' | 'control' = 'text';
  let size = 0;
  let at = from;
  for (; at < bytes.length && size < PIECE_BYTES; at += 1) {
    const byte = bytes[at] ?? 0;
    size += 1;
    if (byte === ESCAPE) state = 'escape';
    else if (byte === C1_CONTROL && bytes[at - 1] === C1_LEAD) state = 'control';
    else if (state === 'text' || byte < SPACE || byte === DELETE) continue;
    else if (state === 'escape') {
      state = byte === CONTROL ? 'control' : 'text';
      if (OF_ESCAPE.has(byte)) size += WHOLE_SCREEN_BYTES;
    } else if (byte >= FIRST_FINAL) {
      state = 'text';
      if (OF_CONTROL.has(byte)) size += WHOLE_SCREEN_BYTES;
    }
  }
  return at;
}

interface PageTerminal {
  readonly cols: number;
  readonly rows: number;
  write(output: Uint8Array, done: () => void): void;
}

/**
 * Writes output to a terminal of the page. xterm.js lets the page work between two pieces. Resolves once all of it is
 * shown.
 */
export async function writeInPieces(terminal: PageTerminal, scanner: OutputScanner, bytes: Uint8Array): Promise<void> {
  let done = Promise.resolve();
  for (let from = 0; from < bytes.length;) {
    const end = pieceEnd(bytes, from);
    const piece = scanner.take(bytes.subarray(from, end), terminal);
    done = new Promise((resolve) => terminal.write(piece, resolve));
    from = end;
  }
  await done;
}
