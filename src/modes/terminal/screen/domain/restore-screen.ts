import {
  type Attributes,
  type EmulatorBuffer,
  type EmulatorCore,
  type Link,
  NUMBERS_PER_CELL,
} from './emulator-core.ts';
import type { AttributesState, BufferState, CapturedScreen, SavedCursor } from './screen-state.ts';

/** The numbers of links in a captured screen, by the number that each got here. */
type LinkNumbers = ReadonlyMap<number, number>;

/**
 * Makes an emulator what it was when the screen was captured. It must have the same size and scrollback already. The
 * bytes of an unfinished sequence are to be written next, and then what follows them.
 */
export function restoreScreen(core: EmulatorCore, { state, cells }: CapturedScreen): void {
  core.reset();
  const { _inputHandler: input, _charsetService: charsets, coreService, coreMouseService, buffers } = core;
  // Before the alternate screen is shown: that is filled with blank lines of the attributes of the time.
  const links = new Map<number, number>();
  let at = restoreBuffer(core, { buffer: buffers.normal, state: state.normal, cells, from: 0 });
  restoreLinks(
    core,
    links,
    state.links.map(([number, link, lines]) => ({ number, link, lines })),
  );
  if (state.alternate) {
    buffers.activateAltBuffer();
    at = restoreBuffer(core, { buffer: buffers.alt, state: state.alternate, cells, from: at });
    restoreLinks(
      core,
      links,
      state.links.map(([number, link, , lines]) => ({ number, link, lines })),
    );
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
  /** The place where its cells begin. */
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
  const { x, y, ybase, scrollTop, scrollBottom } = state;
  Object.assign(buffer, { x, y, ybase, ydisp: ybase, scrollTop, scrollBottom });
  buffer.tabs = Object.fromEntries(state.tabs.map((column) => [column, true]));
  return at;
}

interface LinkToRestore {
  readonly number: number;
  readonly link: Link;
  /** Of the buffer that is shown. */
  readonly lines: readonly number[];
}

/** Registers links again where they have lines in the buffer that is shown, with these lines alone. */
function restoreLinks(
  { _oscLinkService: service }: EmulatorCore,
  links: Map<number, number>,
  toRestore: readonly LinkToRestore[],
): void {
  for (const { number, link, lines } of toRestore) {
    if (lines.length === 0) continue;
    const known = links.get(number);
    const here = known ?? service.registerLink(link);
    links.set(number, here);
    const first = service._dataByLinkId.get(here)?.lines[0];
    for (const line of lines) service.addLineToLink(here, line);
    // A link is registered with the line of the cursor, which may be none of its own.
    if (known === undefined && first && !lines.includes(first.line)) first.dispose();
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
