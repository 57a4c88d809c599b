import { MAX_MESSAGE_BYTES } from '#wire/limits.ts';

/** Room for the envelope: type, id and session. */
const ENVELOPE_BYTES = 256;

/** Whether a message exceeds the server's limit, which counts bytes of JSON. */
export function isTooLong(content: string): boolean {
  if (content.length * 6 + ENVELOPE_BYTES <= MAX_MESSAGE_BYTES) return false;
  return new TextEncoder().encode(JSON.stringify(content)).length + ENVELOPE_BYTES > MAX_MESSAGE_BYTES;
}

/** From this length on, text is drawn without kerning: one unbroken word would block the page for seconds. */
const MIN_LONG_TEXT = 5_000;

/** The class of a paragraph with this text. */
export function shapingOf(text: string): string {
  return text.length >= MIN_LONG_TEXT ? 'plain-shaping' : '';
}
