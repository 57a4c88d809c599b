import { moreGerman } from './function-words.ts';
import { plainWords } from './segments.ts';
import { foldForm } from './stems.ts';

const MAX_READ_LENGTH = 4_000;
/** A single word such as "in" or "die" shows no language. */
const MIN_MORE = 2;

/** Whether a text is German rather than English, by its function words. */
export function isGerman(text: string): boolean {
  return moreGerman(plainWords(foldForm(text.slice(0, MAX_READ_LENGTH)))) >= MIN_MORE;
}
