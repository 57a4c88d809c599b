import { type Attributes, type EmulatorBuffer, type EmulatorCore, NUMBERS_PER_CELL } from './emulator-core.ts';
import type { AttributesState, BufferState, CapturedScreen, SavedCursor } from './screen-state.ts';

/** Link ids in this emulator, by their ids in the captured screen. */
type LinkNumbers = ReadonlyMap<number, number>;

/**
 * Restores a captured screen into an emulator, which must already have the same size and scrollback. Next, write the
 * bytes of the unfinished sequence, and then the output after them.
 */
export function restoreScreen(core: EmulatorCore, { state, cells }: CapturedScreen): void {
  core.reset();
  const { _inputHandler: input, _charsetService: charsets, coreService, coreMouseService, buffers } = core;
  const links = new Map(state.links.map(([number, link]) => [number, core._oscLinkService.registerLink(link)]));
  // Done before the alternate screen is shown, which fills it with blank lines of the current attributes.
  let at = restoreBuffer(core, { buffer: buffers.normal, state: state.normal, cells, from: 0 });
  if (state.alternate) {
    buffers.activateAltBuffer();
    at = restoreBuffer(core, { buffer: buffers.alt, state: state.alternate, cells, from: at });
  }
  if (at !== cells.length) throw new Error(`${cells.length - at} numbers of a captured screen are left over`);
  restoreExtended(core, buffers.normal, { state: state.normal, links });
  if (state.alternate) restoreExtended(core, buffers.alt, { state: state.alternate, links });
  restoreSaved(buffers.normal, state.saved.normal, links);
  restoreSaved(buffers.alt, state.saved.alternate, links);

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
  /** The index of its first cell number. */
  readonly from: number;
}

/** Restores everything except links and underline styles. Returns the index of the next buffer's cells. */
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
  const { x, y, ybase, scrollTop, scrollBottom } = state;
  Object.assign(buffer, { x, y, ybase, ydisp: ybase, scrollTop, scrollBottom });
  buffer.tabs = Object.fromEntries(state.tabs.map((column) => [column, true]));
  return at;
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
}

function restoreSaved(buffer: EmulatorBuffer, { x, y, attributes, charset }: SavedCursor, links: LinkNumbers): void {
  buffer.savedX = x;
  buffer.savedY = y;
  setAttributes(buffer.savedCurAttrData, attributes, links);
  buffer.savedCharset = charset ?? undefined;
}

function setAttributes(attributes: Attributes, { fg, bg, ext, link }: AttributesState, links: LinkNumbers): void {
  attributes.fg = fg;
  attributes.bg = bg;
  attributes.extended = attributes.extended.clone();
  attributes.extended._ext = ext;
  attributes.extended._urlId = links.get(link) ?? 0;
}
