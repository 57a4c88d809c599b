import type { Charset, Link } from './emulator-core.ts';

export interface AttributesState {
  readonly fg: number;
  readonly bg: number;
  readonly ext: number;
  /** An id in `links`; 0 for none. */
  readonly link: number;
}

/** The saved cursor. Each buffer has one; the alternate buffer keeps its own while it is hidden. */
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
  /**
   * For each line, its number of cells up to the last non-empty one. For a wrapped line: the negative of that, minus 1.
   */
  readonly lengths: readonly number[];
  /** Line, column and characters of each cell with several characters. */
  readonly combined: readonly (readonly [number, number, string])[];
  /** Line, column, ext and link of each cell with a styled underline or a link. */
  readonly extended: readonly (readonly [number, number, number, number])[];
}

/** Everything that decides how later output is shown, except the cells. Can be stored as JSON. */
export interface ScreenState {
  readonly cols: number;
  readonly rows: number;
  readonly normal: BufferState;
  /** Null while the normal screen is shown. */
  readonly alternate: BufferState | null;
  readonly saved: { readonly normal: SavedCursor; readonly alternate: SavedCursor };
  readonly attributes: AttributesState;
  /** By the ids in cells and attributes. */
  readonly links: readonly (readonly [number, Link])[];
  readonly currentLink: number | null;
  readonly charsets: readonly (Charset | null)[];
  /** The current one: a restored cursor brings its own, independent of `charsets`. */
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
  /** The state that decides what the next combining character joins. */
  readonly precedingJoinState: number;
}

/** A screen at one place in the output. */
export interface CapturedScreen {
  readonly state: ScreenState;
  /** Three numbers per cell, for the lines of the normal buffer and then of the alternate one. */
  readonly cells: Uint32Array;
}
