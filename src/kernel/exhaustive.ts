/** The end of a switch over a union: the compiler proves it is never reached. */
export function exhaustive(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
