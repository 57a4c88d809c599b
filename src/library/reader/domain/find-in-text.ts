import { withoutForms, withoutInvisible } from '#text/domain/invisible.ts';

export interface TextRange {
  /** UTF-16 offsets; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export const MAX_FOUND = 2_000;

/**
 * The frequent characters among those that `withoutInvisible` removes: these patterns have no `u` flag, and so no
 * Unicode properties.
 */
const UNSEEN_CHARACTERS = String.raw`\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff`;
const UNSEEN = `[${UNSEEN_CHARACTERS}]*`;
const SPACE = String.raw`[\s${UNSEEN_CHARACTERS}]+`;

/** Characters that a keyboard has one of and a text several, such as dashes and quotation marks. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/['‘’‚‛ʼ]/u, "['‘’‚‛ʼ]"],
  [/["“”„‟«»]/u, '["“”„‟«»]'],
  [/[-‐‑‒–—−]/u, '[-‐‑‒–—−]'],
];

/** Letters that a text can contain as one ligature. */
const JOINED = /ffi|ffl|ff|fi|fl|st|./gsu;
const LIGATURES: Readonly<Record<string, string>> = {
  ffi: 'f~f~i|ﬀ~i|f~ﬁ|ﬃ',
  ffl: 'f~f~l|ﬀ~l|f~ﬂ|ﬄ',
  ff: 'f~f|ﬀ',
  fi: 'f~i|ﬁ',
  fl: 'f~l|ﬂ',
  st: 's~t|ﬆ|ﬅ',
};

const escaped = (text: string) => text.replace(/[$()*+./?[\\\]^{|}-]/gu, '\\$&');

function patternOf(letters: string): string {
  const ligatures = LIGATURES[letters.toLowerCase()];
  if (ligatures !== undefined) return `(?:${ligatures.replaceAll('~', UNSEEN)})`;
  const alike = ALIKE.find(([pattern]) => pattern.test(letters));
  if (alike) return alike[1];
  const apart = letters.normalize('NFD');
  return apart === letters ? escaped(letters) : `(?:${escaped(letters)}|${escaped(apart)})`;
}

/**
 * A pattern for a word as a text can spell it: with composed or decomposed letters, ligatures and invisible characters.
 */
function patternOfWord(word: string): string {
  const plain = withoutForms(withoutInvisible(word)).normalize('NFC');
  const pattern = Array.from(plain.matchAll(JOINED), ([letters]) => patternOf(letters)).join(UNSEEN);
  return pattern === '' ? escaped(word) : `(?:${pattern}|${escaped(word)})`;
}

/**
 * The first 2,000 ranges of words in a text, in any case. White space in the words matches any white space, and
 * typewriter characters match typographic ones.
 */
export function findInText(text: string, words: string): readonly TextRange[] {
  const wanted = words.trim();
  if (wanted === '') return [];
  const pattern = wanted.split(/\s+/u).map(patternOfWord).join(SPACE);
  const found: TextRange[] = [];
  for (const match of text.matchAll(new RegExp(pattern, 'gi'))) {
    found.push({ start: match.index, end: match.index + match[0].length });
    if (found.length === MAX_FOUND) break;
  }
  return found;
}
