import { plainText } from './plain-text.ts';
import { plainWords, wordSegments } from './segments.ts';
import { stemOfWord } from './stems.ts';
import { stopWordsFor } from './stop-words.ts';

/** A segment of a text: a telling word, a function word, or the text between words. */
export interface Piece {
  readonly kind: 'telling' | 'binding' | 'between';
  readonly text: string;
  readonly stem: string;
}

const MAX_TEXT_LENGTH = 700;
const MAX_READ_LENGTH = 8_000;

/** One line without markup, question marks and exclamation marks. */
export function oneLine(text: string): string {
  return plainText(text.slice(0, MAX_READ_LENGTH))
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[*_`~]+/g, '')
    .replace(/[#|\\[\]{}]+/g, ' ')
    .replace(/<(?=\S)|(?<=\S)>/g, ' ')
    .replace(/[?!？！؟]{1,9}(?=["“”’»)]{0,9}[.,;:])/g, '')
    .replace(/[?!？！؟]+/g, '.')
    .replace(/\s+/g, ' ')
    .trim();
}

export function cut(text: string, longest: number): string {
  const characters = Array.from(text.slice(0, longest * 2 + 2));
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('').trimEnd()}…`;
}

/** In a text without telling words, every word is telling. */
export function piecesOf(text: string): readonly Piece[] {
  const line = cut(oneLine(text) || text.slice(0, MAX_READ_LENGTH).replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
  const stopWords = stopWordsFor(line);
  const pieces = wordSegments(line).map(({ segment, isWordLike }): Piece => {
    if (!isWordLike) return { kind: 'between', text: segment, stem: '' };
    const isBinding = stopWords.has(segment.toLowerCase()) || /^\p{sc=Hiragana}{1,2}$/u.test(segment);
    return { kind: isBinding ? 'binding' : 'telling', text: segment, stem: stemOfWord(segment) };
  });
  if (pieces.some((piece) => piece.kind === 'telling')) return pieces;
  return pieces.map((piece) => (piece.kind === 'binding' ? { ...piece, kind: 'telling' } : piece));
}

/** Distinct stems of the telling words, in order. */
export function tellingStems(pieces: readonly Piece[]): readonly string[] {
  return [...new Set(pieces.filter((piece) => piece.kind === 'telling').map((piece) => piece.stem))];
}

/** All stems of the texts, including function words. */
export function stemsIn(texts: readonly string[]): ReadonlySet<string> {
  const words = texts.flatMap((text) => plainWords(text.slice(0, 4_000)));
  return new Set(words.map(stemOfWord));
}
