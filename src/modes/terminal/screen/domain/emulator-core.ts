/**
 * Private parts of xterm.js 6.0.0, from which a screen is captured and into which it is restored. `@xterm/xterm` and
 * `@xterm/headless` are pinned to the same version. The tests of capturing fail if a new version differs.
 *
 * The escape sequences of `@xterm/addon-serialize` are not enough: they lose margins, origin mode, the saved cursor,
 * tab stops, character sets, links and underline styles, so that the same bytes look different after a reconnect.
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
  /** The id of a link; 0 for none. */
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
  /** Three numbers per cell: content, foreground, background. */
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
/** The content of a cell that was never written. */
export const EMPTY_CELL = 1 << 22;
/** Flag in the content of a cell: it has several characters. */
export const IS_COMBINED = 1 << 21;
/** Flag in the background of a cell: it has extended attributes. */
export const HAS_EXTENDED = 1 << 28;

interface LinePrototype {
  addCodepointToCell(this: { readonly _combined: Record<number, string> }, column: number, ...rest: number[]): void;
  isShort?: boolean;
}

/** Maximum number of characters in one cell: a letter with its marks, or a composed emoji. */
const MAX_CHARACTERS = 32;

/**
 * Limits the characters of each cell: a program can print combining marks without end, and xterm.js stores all of them
 * in one cell. Server and page ignore the same marks, so that their screens stay equal.
 */
export function keepCellsShort({ buffers }: EmulatorCore): void {
  const line = buffers.normal.lines.get(0);
  const prototype = Object.getPrototypeOf(line) as LinePrototype;
  // All lines of all terminals share the prototype.
  if (prototype.isShort === true) return;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the line that it is of
  const add = prototype.addCodepointToCell;
  prototype.addCodepointToCell = function addToCell(column, ...rest) {
    if ((this._combined[column]?.length ?? 0) < MAX_CHARACTERS) add.call(this, column, ...rest);
  };
  prototype.isShort = true;
}
