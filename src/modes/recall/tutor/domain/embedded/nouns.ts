import type { Piece } from '#text/domain/key-terms.ts';
import { numberIn } from '#text/domain/numbers.ts';
import { lightWords } from '#text/domain/stop-words.ts';

/** After these stands a verb, or what a verb leaves: "to come", "is widening", "they build". */
const BEFORE_VERBS = new Set(
  `how very too to is are was were am be been being has have had do does did not can could will would shall should may might must
  i you he she it we they who which that so and or also just`.split(/\s+/),
);
/** "daily", "finding", "easily": seldom what a sentence is about. */
const SELDOM_NOUN = /(?:ly|ing|ed)$/i;

/**
 * The telling words that are likely nouns, in order: those that begin the text or follow an article or a preposition,
 * and names. Where no word is in such a place, every telling word that is not a light one.
 */
export function nounsOf(pieces: readonly Piece[]): readonly Piece[] {
  const words = pieces.filter((piece) => piece.kind !== 'between');
  const isLight = (piece: Piece): boolean =>
    lightWords.has(piece.text.toLowerCase()) || numberIn(piece.text.toLowerCase()) !== null;
  const telling = words.filter((piece) => piece.kind === 'telling' && !isLight(piece));
  const first = words.find((piece) => piece.kind === 'telling');
  const nouns = words.filter((piece, index) => {
    if (piece.kind !== 'telling' || isLight(piece)) return false;
    if (SELDOM_NOUN.test(piece.text)) return false;
    if (piece === first || /^\p{Lu}/u.test(piece.text)) return true;
    const before = words[index - 1];
    return before?.kind === 'binding' && !BEFORE_VERBS.has(before.text.toLowerCase());
  });
  return nouns.length > 0 ? nouns : telling;
}
