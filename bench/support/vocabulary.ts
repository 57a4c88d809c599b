import { createRandom } from './random.ts';

const SIZE = 20_000;
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'ke', 'li', 'mo', 'nu', 'pa', 're', 'si', 'to', 'vu', 'zan'];

/** Invented words with the frequencies of a language: the n-th is about 1/n as frequent as the first. */
export function createVocabulary(seed = 1): { text(words: number): string; word(rank: number): string } {
  const random = createRandom(seed);
  // Drawing e^(x·ln n) selects a rank with probability proportional to 1/rank.
  const draw = () => Math.floor(Math.exp(random() * Math.log(SIZE)));
  return {
    text: (words) => Array.from({ length: words }, () => wordOf(draw())).join(' '),
    word: wordOf,
  };
}

function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
  return word;
}
