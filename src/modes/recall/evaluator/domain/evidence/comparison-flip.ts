/** "Less dense", "more dense", "denser"; German compounds like "dichter" are inflected the same way. */
const COMPARED = /\b(?:(less|least|weniger)|(more|most|mehr))\s+(\p{L}{3,})|\b(\p{L}{3,}?)(?:i?er|i?est)\b/giu;
/** Enough of an adjective to know it again: dense, denser. */
const BEGINNING = 4;

export interface ComparedQuality {
  readonly isLess: boolean;
  readonly quality: string;
}

/** Whether a text compares the same quality the other way round: "denser" where the point says "less dense". */
export function flipsComparison(wanted: readonly ComparedQuality[], said: readonly ComparedQuality[]): boolean {
  if (wanted.length === 0) return false;
  const downward = wanted.filter(({ isLess }) => isLess);
  const upward = wanted.filter(({ isLess }) => !isLess);
  return said.some(({ isLess, quality }) => {
    const isIn = (others: typeof wanted) => others.some((other) => other.quality === quality);
    return isLess ? isIn(upward) && !isIn(downward) : isIn(downward) && !isIn(upward);
  });
}

export function comparisonsIn(text: string): readonly ComparedQuality[] {
  return Array.from(text.toLowerCase().matchAll(COMPARED), ([, less, , after = '', before = '']) => ({
    isLess: less !== undefined,
    quality: (after || before).slice(0, BEGINNING),
  }));
}
