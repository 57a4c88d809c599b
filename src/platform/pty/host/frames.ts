/** A frame on the socket of a host: a message as JSON, followed by bytes. Each frame begins with the two lengths. */
export interface Frame<Message> {
  readonly message: Message;
  readonly bytes: Buffer;
}

const LENGTHS_BYTES = 8;
/** Maximum size of a frame. A connection that announces a larger one is closed. */
const MAX_FRAME_BYTES = 128 * 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

/** The beginning of a frame. Send `bytes` unchanged after it. */
export function frameHead(message: object, bytes: Uint8Array = NO_BYTES): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const head = Buffer.allocUnsafe(LENGTHS_BYTES + json.length);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  json.copy(head, LENGTHS_BYTES);
  return head;
}

/** Splits a stream into frames. */
export class FrameReader<Message> {
  /** Parts of the frame in progress. */
  #parts: Buffer[] = [];
  #missing = 0;

  /**
   * Returns the frames that are now complete. Copies only frames that arrived in parts. Throws if the other side does
   * not speak this protocol.
   */
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

/** The size of the frame that begins here, or of its lengths if they are incomplete. */
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
