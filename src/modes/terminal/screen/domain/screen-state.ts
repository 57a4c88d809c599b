import type { Charset, Link } from './emulator-core.ts';

export interface AttributesState {
  readonly fg: number;
  readonly bg: number;
  readonly ext: number;
  /** A number in `links`; 0 without a link. */
  readonly link: number;
}

/** The place that the cursor goes back to. Each buffer has its own, which the alternate one keeps while not shown. */
export interface SavedCursor {
  readonly x: number;
  readonly y: number;
  readonly attributes: AttributesState;
  readonly charset: Charset | null;
}

export interface BufferState {
  readonly x: number;
  readonly y: number;
  readonly ybase: number;
  readonly scrollTop: number;
  readonly scrollBottom: number;
  readonly tabs: readonly number[];
  /** Of each line how many cells it has up to the last that is not empty; negative, less one, if it is wrapped. */
  readonly lengths: readonly number[];
  /** Line, column, characters: cells of several characters. */
  readonly combined: readonly (readonly [number, number, string])[];
  /** Line, column, ext, link: cells with a styled underline or a link. */
  readonly extended: readonly (readonly [number, number, number, number])[];
}

/** Everything that decides how the bytes after it are shown, except the cells. Survives JSON. */
export interface ScreenState {
  readonly cols: number;
  readonly rows: number;
  readonly normal: BufferState;
  /** Null while the normal screen is shown. */
  readonly alternate: BufferState | null;
  readonly saved: { readonly normal: SavedCursor; readonly alternate: SavedCursor };
  readonly attributes: AttributesState;
  /** By the numbers that cells and attributes have for them. */
  readonly links: readonly (readonly [number, Link])[];
  readonly currentLink: number | null;
  readonly charsets: readonly (Charset | null)[];
  /** In use: a restored cursor brings back its own, whatever stands in `charsets`. */
  readonly charset: Charset | null;
  readonly glevel: number;
  readonly modes: object;
  readonly decPrivateModes: object;
  readonly isCursorHidden: boolean;
  readonly mouseProtocol: string;
  readonly mouseEncoding: string;
  readonly isNewLineMode: boolean;
  readonly title: string;
  readonly iconName: string;
  readonly titleStack: readonly string[];
  readonly iconNameStack: readonly string[];
  /** The state that a combining character that comes next is joined to. */
  readonly precedingJoinState: number;
}

/** A screen at one place in its output. */
export interface CapturedScreen {
  readonly state: ScreenState;
  /** Three numbers a cell, of the lines of the normal buffer and then of the alternate one. */
  readonly cells: Uint32Array;
}
