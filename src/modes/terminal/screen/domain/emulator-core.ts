/**
 * The parts of xterm.js 6.0.0 that a screen is captured from and restored into. They are private: `@xterm/xterm` and
 * `@xterm/headless` are pinned to the same version, and the tests of capturing fail where a new one differs.
 *
 * Why not escape sequences: those of `@xterm/addon-serialize` lose margins, origin mode, the saved cursor, tab stops,
 * character sets, links and underline styles, so that the same bytes look different after a reconnect.
 */
export interface EmulatorCore {
  readonly buffers: {
    readonly normal: EmulatorBuffer;
    readonly alt: EmulatorBuffer;
    readonly active: EmulatorBuffer;
    activateAltBuffer(): void;
  };
  readonly coreService: {
    isCursorHidden: boolean;
    modes: object;
    decPrivateModes: object;
  };
  readonly coreMouseService: { activeProtocol: string; activeEncoding: string };
  readonly optionsService: { readonly options: { convertEol?: boolean } };
  readonly _charsetService: { glevel: number; charset: Charset | undefined; _charsets: (Charset | undefined)[] };
  readonly _oscLinkService: {
    registerLink: (link: Link) => number;
    addLineToLink: (id: number, line: number) => void;
    getLinkData: (id: number) => Link | undefined;
  };
  readonly _inputHandler: {
    _curAttrData: Attributes;
    _currentLinkId?: number | undefined;
    _windowTitle: string;
    _iconName: string;
    _windowTitleStack: string[];
    _iconNameStack: string[];
    readonly _parser: { precedingJoinState: number };
  };
  reset(): void;
  writeSync(bytes: Uint8Array): void;
}

export type Charset = Readonly<Record<string, string | undefined>>;

export interface Link {
  readonly id?: string | undefined;
  readonly uri: string;
}

interface ExtendedAttributes {
  /** Underline style and colour. */
  _ext: number;
  /** The number of a link; 0 without one. */
  _urlId: number;
  clone(): ExtendedAttributes;
}

export interface Attributes {
  fg: number;
  bg: number;
  extended: ExtendedAttributes;
}

export interface EmulatorLine {
  length: number;
  isWrapped: boolean;
  /** Three numbers a cell: content, foreground, background. */
  readonly _data: Uint32Array;
  _combined: Record<number, string>;
  _extendedAttrs: Record<number, ExtendedAttributes | undefined>;
  copyFrom(line: EmulatorLine): void;
}

export interface EmulatorBuffer {
  readonly lines: {
    length: number;
    get(index: number): EmulatorLine | undefined;
    push(line: EmulatorLine): void;
  };
  x: number;
  y: number;
  ybase: number;
  ydisp: number;
  scrollTop: number;
  scrollBottom: number;
  tabs: Record<number, boolean | undefined>;
  savedX: number;
  savedY: number;
  savedCurAttrData: Attributes;
  savedCharset: Charset | undefined;
  getBlankLine(attributes: Attributes, isWrapped?: boolean): EmulatorLine;
}

export const NUMBERS_PER_CELL = 3;
/** The content of a cell that nothing was written to. */
export const EMPTY_CELL = 1 << 22;
/** In the content of a cell: it has several characters. */
export const IS_COMBINED = 1 << 21;
/** In the background of a cell: it has extended attributes. */
export const HAS_EXTENDED = 1 << 28;

interface LinePrototype {
  addCodepointToCell(this: { readonly _combined: Record<number, string> }, column: number, ...rest: number[]): void;
  isShort?: boolean;
}

/** Characters that one cell shows: a letter with its marks, or an emoji of several. */
const MAX_CHARACTERS = 32;

/**
 * Lets no cell grow without end: a program may print combining marks for ever, and a cell takes them all. Server and
 * page ignore the same ones, so that their screens stay equal.
 */
export function keepCellsShort({ buffers }: EmulatorCore): void {
  const line = buffers.normal.lines.get(0);
  const prototype = Object.getPrototypeOf(line) as LinePrototype;
  // Every line of every terminal has it.
  if (prototype.isShort === true) return;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the line that it is of
  const add = prototype.addCodepointToCell;
  prototype.addCodepointToCell = function addToCell(column, ...rest) {
    if ((this._combined[column]?.length ?? 0) < MAX_CHARACTERS) add.call(this, column, ...rest);
  };
  prototype.isShort = true;
}
