import { foldForm } from '#text/domain/stems.ts';
import { UNSPACED_SCRIPTS } from '#text/domain/unspaced.ts';

/** A word of a text, with its UTF-16 offsets there. */
export interface WordInText {
  /** Folded: `Café`, `CAFÉ` and `cafe` have the same form. */
  readonly form: string;
  /** It is part of a run in a script without spaces. */
  readonly isUnspaced: boolean;
  readonly start: number;
  readonly end: number;
}

/** With the mark of a long vowel and the half-width marks of kana, which belong to no script. */
const UNSPACED = `${UNSPACED_SCRIPTS}ー\u{ff9e}\u{ff9f}`;
const LETTER = String.raw`[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]`;
/**
 * In this order: numbers such as `3.14` and `1,000`; abbreviations such as `U.S.`; words such as `don't`, `p53`, `c++`
 * and `f#`; runs of a script without spaces; emoji.
 */
const WORD = new RegExp(
  String.raw`\p{Nd}+(?:[.,]\p{Nd}+)+(?!${LETTER})|(?<!${LETTER})\p{L}(?:\.\p{L})+(?!${LETTER})|${LETTER}+(?:['’ʼ]${LETTER}+)*(?:(?<=\p{L})(?:\+\+|#)(?!${LETTER}))?|[${UNSPACED}]+|\p{Extended_Pictographic}`,
  'giv',
);
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
/** A character with the marks that belong to it. */
const CHARACTER = /.[\p{M}\u{ff9e}\u{ff9f}]*/gsu;
const ARTICLE = /^(?:[cdjlmnst]|qu)'(?=.{2})/u;
const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };
/** Longer words are cut: nobody types them, and they would fill the index. */
const MAX_FORM = 64;

/** The words of a text in order. Of a run without spaces these are its overlapping pairs, then its last character. */
export function wordsIn(text: string): readonly WordInText[] {
  const words: WordInText[] = [];
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    if (STARTS_UNSPACED.test(raw)) addPairs(words, raw, index);
    else addWord(words, raw, index);
  }
  return words;
}

function addWord(words: WordInText[], raw: string, start: number): void {
  // One character may fold to several words: `½` to `1/2`.
  for (const form of formOf(raw).match(/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}.+#]+/gu) ?? [])
    words.push({ form: form.slice(0, MAX_FORM), isUnspaced: false, start, end: start + raw.length });
}

function formOf(raw: string): string {
  const folded = foldForm(raw).toLowerCase();
  if (/^[a-z]+$/.test(folded)) return folded;
  if (/^\p{Nd}/u.test(folded)) return folded.replace(/,(?=\p{Nd}{3}(?!\p{Nd}))/gu, '');
  return folded
    .replace(/[’ʼ]/gu, "'")
    .replace(/'s$/u, '')
    .replace(ARTICLE, '')
    .replace(/(?<=\p{L})['.](?=\p{L})/gu, '')
    .replace(/[æœøđðłþı]/gu, (letter) => LETTERS[letter] ?? letter);
}

function addPairs(words: WordInText[], run: string, start: number): void {
  let at = start;
  const characters = Array.from(run.matchAll(CHARACTER), ([raw]) => {
    const from = at;
    at += raw.length;
    return { form: foldForm(raw).toLowerCase(), start: from, end: at };
  });
  for (const [index, { form, start: from, end }] of characters.entries()) {
    const next = characters[index + 1];
    words.push({ form: form + (next?.form ?? ''), isUnspaced: true, start: from, end: next?.end ?? end });
  }
}
