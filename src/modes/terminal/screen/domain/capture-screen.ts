import {
  type Attributes,
  EMPTY_CELL,
  type EmulatorBuffer,
  type EmulatorCore,
  type EmulatorLine,
  HAS_EXTENDED,
  IS_COMBINED,
  NUMBERS_PER_CELL,
} from './emulator-core.ts';
import type { AttributesState, BufferState, CapturedScreen, SavedCursor } from './screen-state.ts';

/** Captures the screen between two writes. */
export function captureScreen(
  core: EmulatorCore,
  size: { readonly cols: number; readonly rows: number },
): CapturedScreen {
  const { _inputHandler: input, _charsetService: charsets, coreService, coreMouseService, buffers } = core;
  const links = new Set<number>();
  const cells: Uint32Array[] = [];
  const normal = captureBuffer(buffers.normal, cells, links);
  const alternate = buffers.active === buffers.alt ? captureBuffer(buffers.alt, cells, links) : null;
  const saved = { normal: captureSaved(buffers.normal, links), alternate: captureSaved(buffers.alt, links) };
  const attributes = captureAttributes(input._curAttrData, links);
  const currentLink = input._currentLinkId ?? null;
  if (currentLink !== null) links.add(currentLink);
  return {
    cells: joined(cells),
    state: {
      ...size,
      normal,
      alternate,
      saved,
      attributes,
      currentLink,
      links: [...links].flatMap((id) => {
        const link = core._oscLinkService.getLinkData(id);
        return link ? [[id, link] as const] : [];
      }),
      charsets: Array.from(charsets._charsets, (charset) => charset ?? null),
      glevel: charsets.glevel,
      charset: charsets.charset ?? null,
      modes: { ...coreService.modes },
      decPrivateModes: { ...coreService.decPrivateModes },
      isCursorHidden: coreService.isCursorHidden,
      mouseProtocol: coreMouseService.activeProtocol,
      mouseEncoding: coreMouseService.activeEncoding,
      isNewLineMode: core.optionsService.options.convertEol === true,
      title: input._windowTitle,
      iconName: input._iconName,
      titleStack: [...input._windowTitleStack],
      iconNameStack: [...input._iconNameStack],
      precedingJoinState: input._parser.precedingJoinState,
    },
  };
}

function captureAttributes({ fg, bg, extended }: Attributes, links: Set<number>): AttributesState {
  if (extended._urlId !== 0) links.add(extended._urlId);
  return { fg, bg, ext: extended._ext, link: extended._urlId };
}

function captureSaved(
  { savedX, savedY, savedCurAttrData, savedCharset }: EmulatorBuffer,
  links: Set<number>,
): SavedCursor {
  const attributes = captureAttributes(savedCurAttrData, links);
  return { x: savedX, y: savedY, attributes, charset: savedCharset ?? null };
}

function captureBuffer(buffer: EmulatorBuffer, cells: Uint32Array[], links: Set<number>): BufferState {
  const lengths: number[] = [];
  const combined: [number, number, string][] = [];
  const extended: [number, number, number, number][] = [];
  for (let row = 0; row < buffer.lines.length; row++) {
    const line = buffer.lines.get(row);
    if (!line) throw new Error(`line ${row} of ${buffer.lines.length} is missing`);
    const length = lengthOf(line);
    lengths.push(line.isWrapped ? -length - 1 : length);
    cells.push(line._data.subarray(0, length * NUMBERS_PER_CELL));
    // `_combined` and `_extendedAttrs` keep entries of overwritten cells. The flags of a cell say which ones are valid.
    for (const [key, text] of Object.entries(line._combined))
      if (((line._data[Number(key) * NUMBERS_PER_CELL] ?? 0) & IS_COMBINED) !== 0)
        combined.push([row, Number(key), text]);
    for (const [key, attributes] of Object.entries(line._extendedAttrs)) {
      if (!attributes || ((line._data[Number(key) * NUMBERS_PER_CELL + 2] ?? 0) & HAS_EXTENDED) === 0) continue;
      extended.push([row, Number(key), attributes._ext, attributes._urlId]);
      if (attributes._urlId !== 0) links.add(attributes._urlId);
    }
  }
  const { x, y, ybase, scrollTop, scrollBottom } = buffer;
  return {
    x,
    y,
    ybase,
    scrollTop,
    scrollBottom,
    tabs: Object.keys(buffer.tabs).map(Number),
    lengths,
    combined,
    extended,
  };
}

/** The number of cells of a line up to its last non-empty cell. */
function lengthOf({ _data: data, length }: EmulatorLine): number {
  for (let cell = length; cell > 0; cell--) {
    const at = (cell - 1) * NUMBERS_PER_CELL;
    if (data[at] !== EMPTY_CELL || data[at + 1] !== 0 || data[at + 2] !== 0) return cell;
  }
  return 0;
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
