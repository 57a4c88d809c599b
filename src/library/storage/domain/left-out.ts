/**
 * The content of a source that could not be read, in words for the person: noun phrases with their numbers, or whole
 * sentences.
 */
export type LeftOut = readonly string[];

export const MAX_LEFT_OUT = 20;
export const MAX_LEFT_OUT_WORDS = 200;

/** `3 pictures`; empty for a count of 0. */
export function countOf(count: number, noun: string): LeftOut {
  return count === 0 ? [] : [`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`];
}

/** `9 of 10 pages are pictures and were not read. Left out: 1 formula, 3 tables.` Empty if nothing was left out. */
export function leftOutWords(leftOut: LeftOut): string {
  const parts = leftOut.filter((each) => !each.endsWith('.'));
  const list = parts.length === 0 ? [] : [`Left out: ${parts.join(', ')}.`];
  return [...leftOut.filter((each) => each.endsWith('.')), ...list].join(' ');
}
