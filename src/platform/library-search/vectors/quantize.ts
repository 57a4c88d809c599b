/** Components beyond this many standard deviations are clipped. */
const DEVIATIONS = 5;
const MAX = 127;

/**
 * Writes a vector of length 1 as 8-bit integers. All vectors of a dimension have the same scale, 1/√dimension being the
 * deviation of a component, so that products keep their order.
 */
export function quantize(vector: Float32Array, into: Int8Array): void {
  const scale = (MAX * Math.sqrt(vector.length)) / DEVIATIONS;
  // Indexed loops: iterators take ten times as long, and this runs for each component of a library.
  for (let index = 0; index < vector.length; index += 1)
    into[index] = Math.max(-MAX, Math.min(MAX, Math.round((vector[index] ?? 0) * scale)));
}

/** Reads a stored vector: float32, little-endian. Undefined if it has another dimension. */
export function vectorOf(bytes: Uint8Array, dimension: number): Float32Array<ArrayBufferLike> | undefined {
  if (bytes.byteLength !== dimension * Float32Array.BYTES_PER_ELEMENT) return undefined;
  // Copied only if the bytes are not aligned for floats.
  const aligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.from(bytes);
  return new Float32Array(aligned.buffer, aligned.byteOffset, dimension);
}

export function cosine(one: Float32Array, other: Float32Array): number {
  let product = 0;
  let lengths = 0;
  let otherLengths = 0;
  for (let index = 0; index < one.length; index += 1) {
    const component = one[index] ?? 0;
    const facing = other[index] ?? 0;
    product += component * facing;
    lengths += component * component;
    otherLengths += facing * facing;
  }
  return lengths === 0 || otherLengths === 0 ? 0 : product / Math.sqrt(lengths * otherLengths);
}
