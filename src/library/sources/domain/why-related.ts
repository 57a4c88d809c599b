export interface Relation {
  readonly linksHere: boolean;
  readonly isLinked: boolean;
  /** Whether it is near by meaning. */
  readonly isSimilar: boolean;
  /** Telling words that both contain, the most telling first. */
  readonly shared: readonly string[];
}

const MAX_NAMED = 2;

export function whyRelated({ linksHere, isLinked, isSimilar, shared }: Relation): string {
  // A link is a sufficient reason, and linked sources share words anyway.
  const named = linksHere || isLinked ? [] : shared.slice(0, MAX_NAMED);
  const words = named.map((word) => `“${word}”`);
  return [
    ...(linksHere ? ['links here'] : []),
    ...(isLinked ? ['linked from here'] : []),
    ...(isSimilar ? ['says something similar'] : []),
    ...(words.length > 0 ? [`both mention ${words.join(' and ')}`] : []),
  ].join(', ');
}
