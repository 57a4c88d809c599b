const SHORTEST_GAP = 3;
const LONGEST_GAP = 12;

/**
 * `receptors` becomes `r________`: the first letter and one stroke per further letter. A single letter is a full gap.
 */
export function firstLetterGap(word: string): string {
  const letters = word.match(/\P{M}\p{M}*/gu) ?? [];
  if (letters.length < 2) return '____';
  const strokes = Math.min(LONGEST_GAP, Math.max(SHORTEST_GAP, letters.length - 1));
  return `${letters[0] ?? ''}${'_'.repeat(strokes)}`;
}
