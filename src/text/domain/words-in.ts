import { withoutInvisible } from './invisible.ts';
import { UNSPACED_SCRIPTS, wordSegments } from './segments.ts';
import { foldForm } from './stems.ts';

/** A word of a text, with its UTF-16 offsets. */
export interface WordInText {
  /** Folded: `Café`, `CAFÉ` and `cafe` have the same form. */
  readonly form: string;
  /** It is part of a run in a script without spaces. */
  readonly isUnspaced: boolean;
  readonly start: number;
  readonly end: number;
}

/** Includes the long vowel mark and the half-width marks of kana, which belong to no script. */
const UNSPACED = `${UNSPACED_SCRIPTS}ー\u{ff9e}\u{ff9f}`;
const LETTER = String.raw`[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]`;
/** Invisible characters, which do not split a word. */
const UNSEEN = String.raw`[\p{Cf}\u034f\ufe00-\ufe0f]`;
const LETTERS_OF_WORD = `${LETTER}+(?:${UNSEEN}+${LETTER}+)*`;
/**
 * In this order: numbers such as `3.14` and `1,000`; abbreviations such as `U.S.`; words such as `don't`, `p53`, `c++`
 * and `f#`; runs of a script without spaces; emoji.
 */
const WORD = new RegExp(
  String.raw`(?<!\p{Nd})\p{Nd}+(?:[.,]\p{Nd}+)+(?!${LETTER})|(?<!${LETTER})\p{L}(?:\.\p{L})+(?!${LETTER})|${LETTERS_OF_WORD}(?:['\u2019\u02bc]${LETTERS_OF_WORD})*(?:(?<=\p{L})(?:\+\+|#)(?!${LETTER}))?|[${UNSPACED}]+(?:${UNSEEN}+[${UNSPACED}]+)*|\p{Extended_Pictographic}`,
  'giv',
);
/** The same for ASCII only, which covers most texts: four times as fast. */
const ASCII_WORD =
  /(?<!\d)\d+(?:[.,]\d+)+(?![a-z\d])|(?<![a-z\d])[a-z](?:\.[a-z])+(?![a-z\d])|[a-z\d]+(?:'[a-z\d]+)*(?:(?<=[a-z])(?:\+\+|#)(?![a-z\d]))?/gi;
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
/** A character with its combining marks. */
const CHARACTER = /.[\p{M}\p{Cf}\u034f\ufe00-\ufe0f\u{ff9e}\u{ff9f}]*/gsu;
const ARTICLE = /^(?:[cdjlmnst]|qu)'(?=.{2})/u;
const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };
/** Longer words are cut: nobody types them, and they would fill the index. */
const MAX_FORM = 64;

/** How to split a run without spaces: into overlapping pairs and its last character, or into words by a dictionary. */
type PartsOfRuns = 'pairs' | 'words';

export function wordsIn(text: string, partsOfRuns: PartsOfRuns = 'pairs'): readonly WordInText[] {
  const words: WordInText[] = [];
  const plain = text.replace(/[‘’ʼ]/g, "'").replace(/[“”„‐–—…•\u00a0]/g, ' ');
  if (/^[\0-\u{7f}]*$/u.test(plain)) {
    for (const { 0: raw, index } of plain.matchAll(ASCII_WORD)) {
      const form = withoutSigns(raw.toLowerCase()).slice(0, MAX_FORM);
      words.push({ form, isUnspaced: false, start: index, end: index + raw.length });
    }
    return words;
  }
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    if (STARTS_UNSPACED.test(raw)) (partsOfRuns === 'pairs' ? addPairs : addSegments)(words, raw, index);
    else addWord(words, raw, index);
  }
  return words;
}

function addWord(words: WordInText[], raw: string, start: number): void {
  // One character can fold to several words: `½` to `1/2`.
  for (const form of formOf(raw).match(/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}.+#]+/gu) ?? [])
    words.push({ form: form.slice(0, MAX_FORM), isUnspaced: false, start, end: start + raw.length });
}

function formOf(raw: string): string {
  return withoutSigns(
    foldForm(raw)
      .toLowerCase()
      .replace(/[’ʼ]/gu, "'")
      .replace(/[æœøđðłþı]/gu, (letter) => LETTERS[letter] ?? letter),
  );
}

/** `1,000` becomes `1000`, `john's` `john`, `u.s` `us` and `l'homme` `homme`. */
function withoutSigns(folded: string): string {
  if (!/['.,]/.test(folded)) return folded;
  if (/^\p{Nd}/u.test(folded)) return folded.replace(/,(?=\p{Nd}{3}(?!\p{Nd}))/gu, '');
  return folded
    .replace(/'s$/u, '')
    .replace(ARTICLE, '')
    .replace(/(?<=\p{L})['.](?=\p{L})/gu, '');
}

function addSegments(words: WordInText[], run: string, start: number): void {
  for (const { segment, index } of wordSegments(run)) {
    const from = start + index;
    words.push({
      form: withoutInvisible(segment.normalize('NFKC')),
      isUnspaced: true,
      start: from,
      end: from + segment.length,
    });
  }
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
