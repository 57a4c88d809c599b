/** Deeper than any message or body of ours. */
export const MAX_JSON_DEPTH = 32;

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d];
/** A brace is a bracket with this bit. */
const BRACE = 0x20;

/**
 * Whether a text in JSON is nested too deeply or holds too many values to be parsed and checked in a short time: each
 * value that is wrong becomes an error with its path. Reads each byte or character once. The result means nothing for other texts.
 */
export function isTooComplex(json: Uint8Array | string, maxValues: number): boolean {
  const isText = typeof json === 'string';
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = isText ? json.charCodeAt(at) : (json[at] ?? 0);
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values += 1;
    else if ((byte & ~BRACE) === OPEN) {
      depth += 1;
      values += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if ((byte & ~BRACE) === CLOSE) depth -= 1;
  }
  return values > maxValues;
}
