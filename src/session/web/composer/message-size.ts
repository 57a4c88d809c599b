import { MAX_MESSAGE_BYTES } from '#wire/limits.ts';
/** Room for the envelope: type, id and session. */
const ENVELOPE_BYTES = 256;

/** Whether the server would refuse a message for its size: it counts bytes of JSON. */
export function isTooLong(content: string): boolean {
  if (content.length * 6 + ENVELOPE_BYTES <= MAX_MESSAGE_BYTES) return false;
  return new TextEncoder().encode(JSON.stringify(content)).length + ENVELOPE_BYTES > MAX_MESSAGE_BYTES;
}
