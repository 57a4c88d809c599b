import { asRead, disguisedIn, OTHER_LETTER } from '#text/domain/as-read.ts';
import { foldForm } from '#text/domain/stems.ts';
import type { Word } from '#text/domain/word.ts';
import { type Lexicon, read, readWord } from '#text/domain/words.ts';

/** A token read alone: the text between two gaps. */
export interface TokenReading {
  /** Its words, including disguised ones. */
  readonly words: readonly Word[];
  /** Its meaning may depend on adjacent tokens, so it must be read with its sentence. */
  readonly isOdd: boolean;
  /** Has a lone letter or digit, which may spell a word with others. */
  readonly hasSingle: boolean;
  /** What its last word may be the beginning of, folded; may be empty. */
  readonly unfinished: string;
}

/** A lone mark between spelt-out letters, which separates no words. */
export const LONE_MARK = /^[.·_*-]{1,3}$/u;

/** Tags, entities and degrees may continue after white space. */
const GOES_ON = /[<&°]/u;
const SINGLE = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}](?![\p{L}\p{M}\p{N}])/gu;
/** Minimum number of single letters in a token that may spell a word. */
const SPELLS_FROM = 3;

/** An ordinary word or number, which cannot contain a disguise. */
const SIMPLE = /^(?:[A-Z]?[a-z]+[a-z]|\d{2,})[.,]?$/;

/** The single word of such a token, without a trailing mark; null for other tokens. */
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

/** The last word of a text, which later text may extend. */
export function unfinishedWord(text: string): string {
  return foldForm(/[\p{L}\p{M}\p{N}]+$/u.exec(asRead(text).slice(-MAX_WORD_LENGTH))?.[0] ?? '');
}
const MAX_WORD_LENGTH = 60;

/** The tokens between gaps, in order. */
export function tokensOf(text: string): readonly string[] {
  return text.split(GAP).filter((token) => token !== '');
}

/**
 * White space, and marks that separate words for every reader. Other white space, some of it invisible, and marks
 * that may be inside a word or number, stay in the token.
 */
export const GAP = /[ \t\n\r()[\]{}:;!?…。、！？；：（）「」『』]+/u;
