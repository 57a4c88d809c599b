/** Both engines limit the number of values in a statement. */
const MAX_VALUES = 1_000;

export function inSlices<Value>(values: readonly Value[], size = MAX_VALUES): Value[][] {
  const slices: Value[][] = [];
  for (let at = 0; at < values.length; at += size) slices.push(values.slice(at, at + size));
  return slices;
}
