/**
 * The binary frames of a terminal's socket. Down: `output` carries bytes of the terminal unchanged, `screen` replaces
 * the whole screen. Both carry an offset: the number of bytes of output since the terminal started. Up: the bytes that
 * were typed, without a header. Numbers are little-endian, like the cells in memory.
 */
export type DownFrame =
  | { readonly type: 'output'; readonly offset: number; readonly bytes: Uint8Array }
  /** `packed` is a packed screen, compressed with zlib. */
  | { readonly type: 'screen'; readonly offset: number; readonly packed: Uint8Array };

const OUTPUT = 1;
const SCREEN = 2;
const HEADER_BYTES = 9;

export function encodeDownFrame(frame: DownFrame): Uint8Array<ArrayBuffer> {
  const content = frame.type === 'output' ? frame.bytes : frame.packed;
  const encoded = new Uint8Array(HEADER_BYTES + content.length);
  encoded[0] = frame.type === 'output' ? OUTPUT : SCREEN;
  new DataView(encoded.buffer).setFloat64(1, frame.offset, true);
  encoded.set(content, HEADER_BYTES);
  return encoded;
}

/** Throws if the bytes are no frame. */
export function decodeDownFrame(encoded: Uint8Array): DownFrame {
  if (encoded.length < HEADER_BYTES) throw new Error('a frame is too short');
  const offset = new DataView(encoded.buffer, encoded.byteOffset).getFloat64(1, true);
  const content = encoded.subarray(HEADER_BYTES);
  if (encoded[0] === OUTPUT) return { type: 'output', offset, bytes: content };
  if (encoded[0] === SCREEN) return { type: 'screen', offset, packed: content };
  throw new Error(`there is no frame ${encoded[0]}`);
}

/** A screen as bytes: its state as JSON, the bytes to write after restoring it, and its cells. */
export interface PackedScreen {
  readonly json: Uint8Array;
  readonly unfinished: Uint8Array;
  readonly cells: Uint32Array;
}

const LENGTHS_BYTES = 8;

export function packScreen({ json, unfinished, cells }: PackedScreen): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(LENGTHS_BYTES + json.length + unfinished.length + cells.byteLength);
  const view = new DataView(packed.buffer);
  view.setUint32(0, json.length, true);
  view.setUint32(4, unfinished.length, true);
  packed.set(json, LENGTHS_BYTES);
  packed.set(unfinished, LENGTHS_BYTES + json.length);
  packed.set(
    new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength),
    LENGTHS_BYTES + json.length + unfinished.length,
  );
  return packed;
}

export function unpackScreen(packed: Uint8Array): PackedScreen {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const jsonEnd = LENGTHS_BYTES + view.getUint32(0, true);
  const cellsStart = jsonEnd + view.getUint32(4, true);
  return {
    json: packed.subarray(LENGTHS_BYTES, jsonEnd),
    unfinished: packed.subarray(jsonEnd, cellsStart),
    // Copied, because a Uint32Array needs an aligned buffer.
    cells: new Uint32Array(new Uint8Array(packed.subarray(cellsStart)).buffer),
  };
}
