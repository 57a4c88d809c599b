/**
 * What crosses the socket of a host: a message as JSON and bytes behind it. Each frame begins with the two lengths.
 */
export interface Frame<Message> {
  readonly message: Message;
  readonly bytes: Buffer;
}

const LENGTHS_BYTES = 8;
/** No frame of either side is as large: what claims to be is not spoken to. */
const MAX_FRAME_BYTES = 128 * 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

/** The beginning of a frame; `bytes` go behind it as they are. */
export function frameHead(message: object, bytes: Uint8Array = NO_BYTES): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const head = Buffer.allocUnsafe(LENGTHS_BYTES + json.length);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  json.copy(head, LENGTHS_BYTES);
  return head;
}

/** Takes frames out of a stream as they become whole. */
export class FrameReader<Message> {
  /** Of the frame under way. */
  #parts: Buffer[] = [];
  #missing = 0;

  /** Only a frame that came in parts is copied. Throws where the other side speaks something else. */
  take(chunk: Buffer): readonly Frame<Message>[] {
    const frames: Frame<Message>[] = [];
    for (let rest = chunk; rest.length > 0;) {
      let bytes = rest;
      if (this.#parts.length > 0) {
        this.#parts.push(rest.subarray(0, this.#missing));
        rest = rest.subarray(this.#missing);
        this.#missing -= this.#parts.at(-1)?.length ?? 0;
        if (this.#missing > 0) break;
        bytes = Buffer.concat(this.#parts);
      }
      const size = sizeOf(bytes);
      const isInPlace = bytes === rest;
      this.#missing = size - bytes.length;
      this.#parts = this.#missing > 0 ? [bytes] : [];
      if (this.#missing <= 0) frames.push(readFrame(bytes.subarray(0, size)));
      if (isInPlace) rest = rest.subarray(size);
    }
    return frames;
  }
}

/** Of the frame that begins here, or of its lengths if they are not whole. */
function sizeOf(bytes: Buffer): number {
  if (bytes.length < LENGTHS_BYTES) return LENGTHS_BYTES;
  const size = LENGTHS_BYTES + bytes.readUInt32LE(0) + bytes.readUInt32LE(4);
  if (size > MAX_FRAME_BYTES) throw new Error('a frame is too large');
  return size;
}

function readFrame<Message>(bytes: Buffer): Frame<Message> {
  const headEnd = LENGTHS_BYTES + bytes.readUInt32LE(0);
  return {
    message: JSON.parse(bytes.toString('utf8', LENGTHS_BYTES, headEnd)) as Message,
    bytes: bytes.subarray(headEnd),
  };
}
