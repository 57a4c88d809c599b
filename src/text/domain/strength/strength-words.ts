import type { Stronger } from './stronger.ts';

/** What a mark says of a citation whose sentence may claim more than it. */
export const STRONGER = 'Possibly stronger than the source';

/** Why, in a sentence that says what was compared and no more. */
export function strengthWords({ kind, words, isAdded }: Stronger): string {
  if (kind === 'number') return `“${words}” does not stand in the cited passage.`;
  if (isAdded) return `This sentence says “${words}”; the cited passage does not.`;
  if (kind === 'attribution') return `The source says whose words these are (“${words}”); this sentence does not.`;
  return `The source says “${words}”; this sentence does not.`;
}
