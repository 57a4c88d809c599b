import { MAX_MESSAGE_BYTES } from '#wire/limits.ts';

/** Room for the envelope: type, id and session. */
const ENVELOPE_BYTES = 256;

/** Whether a message exceeds the server's limit, which counts bytes of JSON. */
export function isTooLong(content: string): boolean {
  if (content.length * 6 + ENVELOPE_BYTES <= MAX_MESSAGE_BYTES) return false;
  return new TextEncoder().encode(JSON.stringify(content)).length + ENVELOPE_BYTES > MAX_MESSAGE_BYTES;
}
