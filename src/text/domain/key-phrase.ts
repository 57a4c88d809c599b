import { functionWords, vagueWords } from './function-words.ts';
import { type Piece, piecesOf } from './key-terms.ts';
import { stopWordsFor } from './stop-words.ts';

const MAX_TEXTS = 400;
const MAX_PHRASE_WORDS = 3;
const MAX_WORDS = 6;
const MIN_LETTERS = 3;
/** Scripts in which one character can be a word. */
const DENSE_SCRIPT = /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}]/u;

interface Phrase {
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

/**
 * The subject of a set in three to six of its own words: the heading of most of its points, or the two phrases whose
 * words recur in most points. Null if there are no words.
 */
export function keyPhrase(points: readonly { text: string; context: string }[]): string | null {
  const read = points.slice(0, MAX_TEXTS);
  const heading = commonHeading(read.map(({ context }) => context.trim()));
  if (heading) return heading;
  const whole = read.map(({ text }) => phrasesOf(piecesOf(text)));
  const counts = countStems(whole);
  const phrases = whole.map((each) => each.flatMap((phrase) => recurring(phrase, counts)).map(shortened));
  const ranked = [...new Map(phrases.flat().map((phrase) => [phrase.stems.join(' '), phrase])).values()]
    .map((phrase) => ({ phrase, score: scoreOf(phrase, counts) }))
    .sort((one, other) => other.score - one.score);
  const telling = ranked.filter(({ phrase }) => !phrase.words.every((word) => tellsNothing(word.toLowerCase())));
  const first = telling[0] ?? ranked[0];
  if (!first) return null;
  const second = telling.find(({ phrase }) => !phrase.stems.some((stem) => first.phrase.stems.includes(stem)));
  const isEnglish = stopWordsFor(read.map(({ text }) => text).join(' ')) === stopWordsFor('');
  const joined = [first.phrase, ...(second ? [second.phrase] : [])].map(({ words }) => words.join(' '));
  const title = joined.join(isEnglish ? ' and ' : ', ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const tellsNothing = (word: string) => vagueWords.has(word) || functionWords.has(word);

function commonHeading(headings: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const heading of headings) if (heading !== '') counts.set(heading, (counts.get(heading) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (!most || most[1] * 2 <= headings.length) return null;
  return most[0].split(/\s+/).slice(0, MAX_WORDS).join(' ');
}

/** Runs of telling words, separated only by a space or hyphen. */
function phrasesOf(pieces: readonly Piece[]): Phrase[] {
  const phrases: Phrase[] = [];
  let words: string[] = [];
  let stems: string[] = [];
  const end = () => {
    if (words.length > 0) phrases.push({ words, stems });
    [words, stems] = [[], []];
  };
  for (const { kind, text, stem } of pieces) {
    const isLong = text.length >= MIN_LETTERS || DENSE_SCRIPT.test(text);
    const tells = kind === 'telling' && isLong && /\p{L}/u.test(text);
    if (tells) {
      words.push(text);
      stems.push(stem);
    } else if (kind !== 'between' || !/^[\s-]+$/.test(text)) end();
  }
  end();
  return phrases;
}

/** The parts of a phrase that recur elsewhere; the whole phrase if none does. */
function recurring({ words, stems }: Phrase, counts: ReadonlyMap<string, number>): Phrase[] {
  const parts: { words: string[]; stems: string[] }[] = [];
  let isOpen = false;
  for (const [index, stem] of stems.entries()) {
    const comesBack = (counts.get(stem) ?? 0) > 1;
    if (comesBack && !isOpen) parts.push({ words: [], stems: [] });
    isOpen = comesBack;
    if (!comesBack) continue;
    parts.at(-1)?.words.push(words[index] ?? '');
    parts.at(-1)?.stems.push(stem);
  }
  return parts.length > 0 ? parts : [{ words, stems }];
}

function shortened({ words, stems }: Phrase): Phrase {
  return { words: words.slice(0, MAX_PHRASE_WORDS), stems: stems.slice(0, MAX_PHRASE_WORDS) };
}

/** The number of points with each stem. */
function countStems(points: readonly (readonly Phrase[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const phrases of points)
    for (const stem of new Set(phrases.flatMap(({ stems }) => stems))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** Recurring words count, further words a little; a word that occurs once adds next to nothing. */
function scoreOf({ stems }: Phrase, counts: ReadonlyMap<string, number>): number {
  const each = stems.map((stem) => Math.log2(counts.get(stem) ?? 1));
  return each.reduce((sum, score) => sum + score, 0) + 0.1 * stems.length;
}
