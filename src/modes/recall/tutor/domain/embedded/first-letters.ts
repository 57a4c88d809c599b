const MIN_GAP = 3;
const MAX_GAP = 12;

/**
 * `receptors` becomes `r________`: the first letter and one stroke per further letter. A single letter is a full gap.
 */
export function firstLetterGap(word: string): string {
  const letters = word.match(/\P{M}\p{M}*/gu) ?? [];
  if (letters.length < 2) return '____';
  const strokes = Math.min(MAX_GAP, Math.max(MIN_GAP, letters.length - 1));
  return `${letters[0] ?? ''}${'_'.repeat(strokes)}`;
}
