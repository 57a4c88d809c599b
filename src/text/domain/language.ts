import { moreGerman } from './function-words.ts';
import { plainWords } from './segments.ts';
import { foldForm } from './stems.ts';
import { languageByWords } from './stop-words.ts';

const MAX_READ_LENGTH = 4_000;
/** A single word such as "in" or "die" is no evidence. */
const MIN_MORE = 2;

/** Reports whether a text is German rather than English, by its function words. */
export function isGerman(text: string): boolean {
  return moreGerman(plainWords(foldForm(text.slice(0, MAX_READ_LENGTH)))) >= MIN_MORE;
}

/** The language of the first of these texts that can be identified. */
export function spokenLanguage(texts: readonly string[]): 'english' | 'german' | 'other' {
  for (const text of texts) {
    const read = text.slice(0, MAX_READ_LENGTH);
    const letters = read.match(/\p{L}/gu)?.length ?? 0;
    const latin = read.match(/\p{Script=Latin}/gu)?.length ?? 0;
    if (letters > 0 && latin < letters / 2) return 'other';
    const language = languageByWords(read);
    const isEnglish = language === 'english';
    if (language === 'german' || ((isEnglish || language === null) && /[äöüß]/iu.test(read))) return 'german';
    if (language !== null) return isEnglish ? 'english' : 'other';
  }
  return 'english';
}
