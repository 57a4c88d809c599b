import { INVISIBLE } from './invisible.ts';
import { plainWords } from './segments.ts';
import { foldForm } from './stems.ts';

/** An HTML entity for a character that occurs in texts. */
export const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|shy|zwnj|zwj|ensp|emsp|thinsp);?/giu;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const SPACES: readonly string[] = ['nbsp', 'ensp', 'emsp', 'thinsp'];

/**
 * A text as a reader perceives it: entities decoded, invisible characters removed, and decorative marks inside words
 * removed. Single underscores and hyphens separate words.
 */
export function asRead(text: string): string {
  // Fast path: nearly all text is plain.
  if (!/[^ -~\s]|[&*`~\\<]|__|\p{Ll}{2}\p{Lu}/u.test(text)) return text;
  return text
    .replace(ENTITY, decodedEntity)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\\(?=[\p{P}\p{S}])/gu, '')
    .replace(/<\/?(?:b|i|u|s|em|strong|span|sub|sup|small|mark|code|del|ins|wbr)\s?\/?>/giu, '')
    .replace(/°\s?([CF])\b/gu, (_, scale) => (scale === 'C' ? ' degrees Celsius' : ' degrees Fahrenheit'))
    .replace(/(?<=[\p{L}\p{N}])(?:[*`~]{1,4}|__)(?=[\p{L}\p{N}])/gu, '')
    .replace(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll}{2})/gu, ' ');
}

export function decodedEntity(entity: string): string {
  const name = entity.slice(1).replace(';', '').toLowerCase();
  if (!name.startsWith('#')) return NAMED[name] ?? (SPACES.includes(name) ? ' ' : '');
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity;
}

/** The words of a text, folded. */
export function wordsOf(text: string): readonly string[] {
  if (/^[A-Z]?[a-z]+$/.test(text)) return [text.toLowerCase()];
  return plainWords(foldForm(asRead(text)));
}

const HYPHENATED = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+(?:[-‐‑·'’_][\p{L}\p{M}]+)+/gu;
/** Letters one by one: `c a f f e i n e`. */
const SPACED = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}](?:[ \t.·_*-]{1,3}[\p{L}\p{N}]){3,}(?![\p{L}\p{M}\p{N}])/gu;

/** Words that a reader may recognise although they are not written as words. */
export interface Disguised {
  /** Joined from syllables. */
  readonly words: string;
  /** Spelt-out letters joined; their word boundaries are unknown. */
  readonly runs: readonly string[];
}

/** `text` is the result of `asRead`. */
export function disguisedIn(text: string): Disguised {
  const words = Array.from(text.matchAll(HYPHENATED), ([word]) => word.replace(/[^\p{L}\p{M}]/gu, ''));
  const runs = Array.from(text.matchAll(SPACED), ([run]) => foldForm(run.replace(/[^\p{L}\p{N}]/gu, '')));
  return { words: words.join(' '), runs };
}
