/** Numbers from 0 to 1, the same for the same seed. Not suited for secrets, but fast enough to generate a library. */
export function createRandom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
