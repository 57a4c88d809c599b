/** Opens Warren's reader at a source, or at one of its passages. */
export function placeLink(origin: string, sourceId: string, passage: number | null): string {
  return `${origin}/library/${sourceId}${passage === null ? '' : `#p${passage}`}`;
}
