import type { ScreenSize } from './emulator.ts';

/** The text of a screen: the rows of the window, from the top. */
export interface ScreenText {
  readonly rows: readonly string[];
  /** Counted from 0, within the window. */
  readonly cursor: { readonly x: number; readonly y: number };
  readonly isAlternate: boolean;
  readonly title: string;
  readonly cols: number;
  /** Whether the program has enabled bracketed paste. */
  readonly takesPaste: boolean;
  /** The latest rows above the window, if they were requested. */
  readonly above?: readonly string[];
  /** Rows with markdown, by their position from the first row of `above`. */
  readonly marked?: ReadonlyMap<number, MarkedRow>;
}

/** A row without its first two columns. `text`: null for code in a block. */
export interface MarkedRow {
  readonly text: string | null;
}

/** Messages to the thread. `screen`: the number of a screen. */
export type ScreenOrder =
  /** `packed`: the packed screen to start from. */
  | {
      readonly type: 'open';
      readonly screen: number;
      readonly size: ScreenSize;
      readonly above: number;
      readonly packed: Uint8Array | null;
      readonly cell: CellSize | null;
    }
  /** `isKnown`: queries in the bytes were answered before. */
  | { readonly type: 'write'; readonly screen: number; readonly bytes: Uint8Array; readonly isKnown: boolean }
  | { readonly type: 'resize'; readonly screen: number; readonly size: ScreenSize; readonly cell?: CellSize }
  | { readonly type: 'pack'; readonly screen: number; readonly request: number }
  | { readonly type: 'read'; readonly screen: number; readonly request: number; readonly scrollback: number }
  | { readonly type: 'close'; readonly screen: number };

/** The size of a cell, in pixels. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** Messages from the thread. The orders of a screen are processed and answered in order. */
export type ScreenNews =
  /** The next written bytes are on the screen. `reply`: answers to the program's queries in them; can be empty. */
  | { readonly type: 'written'; readonly screen: number; readonly reply: string }
  /** The screen changed. Sent at most ten times a second. */
  | { readonly type: 'changed'; readonly screen: number; readonly text: ScreenText }
  | { readonly type: 'packed'; readonly screen: number; readonly request: number; readonly packed: Uint8Array }
  | {
      readonly type: 'read';
      readonly screen: number;
      readonly request: number;
      readonly text: ScreenText;
      /** The latest rows above the window. */
      readonly above: readonly string[];
      /** The rows of the window without dim or grey cells, in which Claude Code paints its own suggestions. */
      readonly solid: readonly string[];
    };
