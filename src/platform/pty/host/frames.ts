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
  #chunks: Buffer[] = [];
  #length = 0;
  /** Of the next frame, with its lengths; what is shorter is not looked at. */
  #needed = LENGTHS_BYTES;

  /** Throws where the other side speaks something else. */
  take(chunk: Buffer): readonly Frame<Message>[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const frames: Frame<Message>[] = [];
    let at = 0;
    for (;;) {
      this.#needed = LENGTHS_BYTES;
      if (bytes.length - at < this.#needed) break;
      const head = bytes.readUInt32LE(at);
      this.#needed += head + bytes.readUInt32LE(at + 4);
      if (this.#needed > MAX_FRAME_BYTES) throw new Error('a frame is too large');
      if (bytes.length - at < this.#needed) break;
      const headEnd = at + LENGTHS_BYTES + head;
      const message = JSON.parse(bytes.toString('utf8', at + LENGTHS_BYTES, headEnd)) as Message;
      at += this.#needed;
      frames.push({ message, bytes: bytes.subarray(headEnd, at) });
    }
    const rest = bytes.subarray(at);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return frames;
  }
}
