/** Deeper than any message or request body of Warren. */
export const MAX_JSON_DEPTH = 32;

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d];
/** The bit in which a brace differs from a bracket. */
const BRACE = 0x20;

/** Whether a JSON text is nested too deeply or holds too many values; see `JsonShape`. */
export function isTooComplex(json: Uint8Array | string, maxValues: number): boolean {
  return new JsonShape(maxValues).isTooComplexWith(json);
}

/**
 * Checks part by part whether a JSON text is nested too deeply, or holds too many values, to be parsed and validated
 * quickly: each invalid value becomes an error with its path. Reads each byte or character once. The result is
 * meaningless for text that is not JSON.
 */
export class JsonShape {
  readonly #maxValues: number;
  #depth = 0;
  #values = 1;
  #isInString = false;
  #isEscaped = false;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** Whether the text is too complex, with this as its next part. */
  isTooComplexWith(part: Uint8Array | string): boolean {
    const isText = typeof part === 'string';
    let [depth, values, isInString] = [this.#depth, this.#values, this.#isInString];
    let at = this.#isEscaped ? 1 : 0;
    for (; at < part.length; at += 1) {
      const byte = isText ? part.charCodeAt(at) : (part[at] ?? 0);
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
    this.#isEscaped = at > part.length;
    [this.#depth, this.#values, this.#isInString] = [depth, values, isInString];
    return values > this.#maxValues;
  }
}
