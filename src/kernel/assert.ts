/** Throws if one of our invariants does not hold: a bug, never invalid input. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${invariant}`);
}
