/** The items in parts of at most `size`, in their order. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
