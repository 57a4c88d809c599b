/** Both engines limit the number of values in a statement. */
const MAX_VALUES = 1_000;

export function inSlices<Value>(values: readonly Value[]): Value[][] {
  const slices: Value[][] = [];
  for (let at = 0; at < values.length; at += MAX_VALUES) slices.push(values.slice(at, at + MAX_VALUES));
  return slices;
}
