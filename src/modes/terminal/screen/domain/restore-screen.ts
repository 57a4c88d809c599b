import { type Attributes, type EmulatorBuffer, type EmulatorCore, NUMBERS_PER_CELL } from './emulator-core.ts';
import type { AttributesState, BufferState, CapturedScreen } from './screen-state.ts';

/** The numbers of links in a captured screen, by the number that each got here. */
type LinkNumbers = ReadonlyMap<number, number>;

/**
 * Makes an emulator what it was when the screen was captured. It must have the same size and scrollback already. The bytes
 * of an unfinished sequence are to be written next, and then what follows them.
 */
export function restoreScreen(core: EmulatorCore, { state, cells }: CapturedScreen): void {
  core.reset();
  const { _inputHandler: input, _charsetService: charsets, coreService, coreMouseService, buffers } = core;
  // Before the alternate screen is shown: that is filled with blank lines of the attributes of the time.
  const links = new Map<number, number>();
  let at = restoreBuffer(core, { buffer: buffers.normal, state: state.normal, cells, from: 0 });
  const inNormal = new Set(state.normal.extended.map(([, , , link]) => link));
  const isShown = ([number]: readonly [number, unknown]) => state.alternate === null || inNormal.has(number);
  restoreLinks(core, { buffer: state.normal, added: state.links.filter(isShown), links });
  if (state.alternate) {
    buffers.activateAltBuffer();
    at = restoreBuffer(core, { buffer: buffers.alt, state: state.alternate, cells, from: at });
    const added = state.links.filter((link) => !isShown(link));
    restoreLinks(core, { buffer: state.alternate, added, links });
  }
  if (at !== cells.length) throw new Error(`${cells.length - at} numbers of a captured screen are left over`);
  restoreExtended(core, buffers.normal, { state: state.normal, links });
  if (state.alternate) restoreExtended(core, buffers.alt, { state: state.alternate, links });

  setAttributes(input._curAttrData, state.attributes, links);
  input._currentLinkId = state.currentLink === null ? undefined : links.get(state.currentLink);
  input._windowTitle = state.title;
  input._iconName = state.iconName;
  input._windowTitleStack = [...state.titleStack];
  input._iconNameStack = [...state.iconNameStack];
  input._parser.precedingJoinState = state.precedingJoinState;
  charsets._charsets = state.charsets.map((charset) => charset ?? undefined);
  charsets.glevel = state.glevel;
  charsets.charset = state.charset ?? undefined;
  Object.assign(coreService.modes, state.modes);
  Object.assign(coreService.decPrivateModes, state.decPrivateModes);
  coreService.isCursorHidden = state.isCursorHidden;
  coreMouseService.activeProtocol = state.mouseProtocol;
  coreMouseService.activeEncoding = state.mouseEncoding;
  core.optionsService.options.convertEol = state.isNewLineMode;
}

interface BufferToRestore {
  readonly buffer: EmulatorBuffer;
  readonly state: BufferState;
  readonly cells: Uint32Array;
  /** Where its cells begin. */
  readonly from: number;
}

/** Restores what needs no links. Returns where the cells of the next buffer begin. */
function restoreBuffer({ _inputHandler }: EmulatorCore, { buffer, state, cells, from }: BufferToRestore): number {
  const blank: Attributes = { fg: 0, bg: 0, extended: _inputHandler._curAttrData.extended.clone() };
  blank.extended._ext = 0;
  blank.extended._urlId = 0;
  buffer.lines.length = 0;
  let at = from;
  for (const coded of state.lengths) {
    const isWrapped = coded < 0;
    const end = at + (isWrapped ? -coded - 1 : coded) * NUMBERS_PER_CELL;
    const line = buffer.getBlankLine(blank, isWrapped);
    line._data.set(cells.subarray(at, end));
    buffer.lines.push(line);
    at = end;
  }
  for (const [row, column, text] of state.combined) {
    const line = buffer.lines.get(row);
    if (line) line._combined[column] = text;
  }
  const { x, y, ybase, scrollTop, scrollBottom, savedX, savedY } = state;
  Object.assign(buffer, { x, y, ybase, ydisp: ybase, scrollTop, scrollBottom, savedX, savedY });
  buffer.tabs = Object.fromEntries(state.tabs.map((column) => [column, true]));
  buffer.savedCharset = state.savedCharset ?? undefined;
  return at;
}

interface LinksToRestore {
  readonly buffer: BufferState;
  /** Those that this buffer is the first to have. */
  readonly added: CapturedScreen['state']['links'];
  readonly links: Map<number, number>;
}

/** Registers links again, with the lines of the buffer that is shown: a link is forgotten once all its lines are. */
function restoreLinks(core: EmulatorCore, { buffer, added, links }: LinksToRestore): void {
  for (const [number, link] of added) links.set(number, core._oscLinkService.registerLink(link));
  for (const [row, , , link] of buffer.extended) {
    const number = links.get(link);
    if (number !== undefined) core._oscLinkService.addLineToLink(number, row);
  }
}

function restoreExtended(
  { _inputHandler }: EmulatorCore,
  buffer: EmulatorBuffer,
  { state, links }: { readonly state: BufferState; readonly links: LinkNumbers },
): void {
  for (const [row, column, ext, link] of state.extended) {
    const line = buffer.lines.get(row);
    if (!line) continue;
    const extended = _inputHandler._curAttrData.extended.clone();
    extended._ext = ext;
    extended._urlId = links.get(link) ?? 0;
    line._extendedAttrs[column] = extended;
  }
  setAttributes(buffer.savedCurAttrData, state.savedAttributes, links);
}

function setAttributes(attributes: Attributes, { fg, bg, ext, link }: AttributesState, links: LinkNumbers): void {
  attributes.fg = fg;
  attributes.bg = bg;
  attributes.extended = attributes.extended.clone();
  attributes.extended._ext = ext;
  attributes.extended._urlId = links.get(link) ?? 0;
}
