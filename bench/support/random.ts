/** Numbers from 0 to 1, the same for the same seed: not random enough for secrets, and fast enough for a library. */
export function createRandom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
