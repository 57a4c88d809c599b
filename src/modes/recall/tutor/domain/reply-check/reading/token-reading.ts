import { asRead, disguisedIn, OTHER_LETTER } from '#text/domain/as-read.ts';
import { foldForm } from '#text/domain/stems.ts';
import { type Lexicon, read, readWord, type Word } from '#text/domain/words.ts';

/** What stands between gaps, read alone. */
export interface TokenReading {
  /** Its words, also those that it has in disguise. */
  readonly words: readonly Word[];
  /** What it says may hang on the tokens beside it: it must be read with its sentence. */
  readonly isOdd: boolean;
  /** Has a letter or digit that stands alone: beside another such one it may spell a word. */
  readonly hasSingle: boolean;
  /** What its last word may be the beginning of, folded, or empty. */
  readonly unfinished: string;
}

/** A mark that stands alone between letters that are spelt out: it parts no word. */
export const LONE_MARK = /^[.·_*-]{1,3}$/u;

/** Tags, entities and degrees may go on behind white space. */
const GOES_ON = /[<&°]/u;
const SINGLE = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}](?![\p{L}\p{M}\p{N}])/gu;
/** So many single letters in one token may be a word that is spelt out. */
const SPELLS_FROM = 3;

/** A word or a number as nearly all are written: nothing in it can be in disguise. */
const SIMPLE = /^(?:[A-Z]?[a-z]+[a-z]|\d{2,})[.,]?$/;

/** The one word of such a token, without a mark behind it; null of any other. */
export function simpleWordOf(token: string, lexicon: Lexicon): Word | null {
  if (!SIMPLE.test(token)) return null;
  const isMarked = token.endsWith('.') || token.endsWith(',');
  return readWord(isMarked ? token.slice(0, -1) : token, lexicon);
}

export function readToken(token: string, lexicon: Lexicon): TokenReading {
  const plain = asRead(token);
  const { words } = read(plain, lexicon);
  const { words: disguised } = disguisedIn(plain);
  const singles = plain.match(SINGLE)?.length ?? 0;
  return {
    words: disguised === '' ? words : [...words, ...read(disguised, lexicon).words],
    isOdd: singles >= SPELLS_FROM || GOES_ON.test(token) || OTHER_LETTER.test(plain),
    hasSingle: singles > 0,
    unfinished: unfinishedWord(token),
  };
}

/** The last word of a text: it may go on in what comes next. */
export function unfinishedWord(text: string): string {
  return foldForm(/[\p{L}\p{M}\p{N}]+$/u.exec(asRead(text).slice(-LONGEST_WORD))?.[0] ?? '');
}
const LONGEST_WORD = 60;

/** What stands between gaps, in order. */
export function tokensOf(text: string): readonly string[] {
  return text.split(GAP).filter((token) => token !== '');
}

/**
 * White space, and marks that part words for every reader. Other white space stays in the token: some of it is
 * invisible and parts nothing. So do marks that may stand inside a word or a number.
 */
export const GAP = /[ \t\n\r()[\]{}:;!?…。、！？；：（）「」『』]+/u;
