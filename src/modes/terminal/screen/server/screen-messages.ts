import type { ScreenSize } from './emulator.ts';

/** The words on a screen: the rows of the window, from the top. */
export interface ScreenText {
  readonly rows: readonly string[];
  /** Counted from 0, in the window. */
  readonly cursor: { readonly x: number; readonly y: number };
  readonly isAlternate: boolean;
  readonly title: string;
  readonly cols: number;
  /** The program has asked for brackets around what is pasted. */
  readonly takesPaste: boolean;
  /** The latest rows above the window, where they were asked for. */
  readonly above?: readonly string[];
  /** Rows with marks of markdown, by their place from the first row above the window. */
  readonly marked?: ReadonlyMap<number, MarkedRow>;
}

/** A row behind its first two columns. `text`: null where it is code in a block. */
export interface MarkedRow {
  readonly text: string | null;
}

/** To the thread. `screen` numbers all screens. */
export type ScreenOrder =
  /** `packed`: what it showed in another thread. */
  | {
      readonly type: 'open';
      readonly screen: number;
      readonly size: ScreenSize;
      readonly above: number;
      readonly packed: Uint8Array | null;
      readonly cell: CellSize | null;
    }
  /** `isKnown`: what it asks for was answered before. */
  | { readonly type: 'write'; readonly screen: number; readonly bytes: Uint8Array; readonly isKnown: boolean }
  | { readonly type: 'resize'; readonly screen: number; readonly size: ScreenSize; readonly cell?: CellSize }
  | { readonly type: 'pack'; readonly screen: number; readonly request: number }
  | { readonly type: 'read'; readonly screen: number; readonly request: number; readonly scrollback: number }
  | { readonly type: 'close'; readonly screen: number };

/** In pixels. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** From the thread. Orders of a screen are carried out in their order, and answered in it. */
export type ScreenNews =
  /** The next of what was written is on the screen. `reply` is for the program, which asked for it there; it may be empty. */
  | { readonly type: 'written'; readonly screen: number; readonly reply: string }
  /** The screen changed; sent at most ten times a second. */
  | { readonly type: 'changed'; readonly screen: number; readonly text: ScreenText }
  | { readonly type: 'packed'; readonly screen: number; readonly request: number; readonly packed: Uint8Array }
  | {
      readonly type: 'read';
      readonly screen: number;
      readonly request: number;
      readonly text: ScreenText;
      /** The latest rows above the window. */
      readonly above: readonly string[];
      /** The rows of the window without what is painted dim or grey, which Claude Code does with its own suggestions. */
      readonly solid: readonly string[];
    };
