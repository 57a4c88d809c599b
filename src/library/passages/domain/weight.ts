import { UNSPACED } from '#text/domain/unspaced.ts';

/** Characters of a script without spaces that weigh as much as a word. */
const UNSPACED_PER_WORD = 1.5;
/** A longer run of characters, such as an address, weighs as several words. */
const CHARACTERS_PER_WORD = 10;

/**
 * How much an embedding model has to read, in words: never less than the number of words. A character of a script without
 * spaces is a token of its own, and long runs are several.
 */
export function weightOf(text: string): number {
  let weight = 0;
  for (const [run] of text.matchAll(/\S{1,4000}/gu)) weight += weightOfRun(run.length, unspacedIn(run));
  return weight;
}

/** The weight of a run without white space, by its length and how many of its characters are of scripts without spaces. */
export function weightOfRun(length: number, unspaced: number): number {
  return unspaced / UNSPACED_PER_WORD + Math.ceil((length - unspaced) / CHARACTERS_PER_WORD);
}

export function unspacedIn(text: string): number {
  return text.match(UNSPACED_CHARACTERS)?.length ?? 0;
}

const UNSPACED_CHARACTERS = new RegExp(UNSPACED.source, 'gu');
