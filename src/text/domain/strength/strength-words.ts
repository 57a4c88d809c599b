import type { Stronger } from './stronger.ts';

/** The label of a citation whose sentence may claim more than the source. */
export const STRONGER = 'Possibly stronger than the source';

/** The reason, in a sentence that states only what was compared. */
export function strengthWords({ kind, words, isAdded }: Stronger): string {
  if (kind === 'number') return `“${words}” does not stand in the cited passage.`;
  if (isAdded) return `This sentence says “${words}”; the cited passage does not.`;
  if (kind === 'attribution') return `The source says whose words these are (“${words}”); this sentence does not.`;
  return `The source says “${words}”; this sentence does not.`;
}
