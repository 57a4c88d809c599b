/** Throws when an invariant of ours does not hold: a bug, never a matter of input. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${invariant}`);
}
