import type { Piece } from '#text/domain/key-terms.ts';
import { numberIn } from '#text/domain/numbers.ts';
import { lightWords } from '#text/domain/stop-words.ts';

/** Words followed by a verb or verb form: "to come", "is widening", "they build". */
const BEFORE_VERBS = new Set(
  `how very too to is are was were am be been being has have had do does did not can could will would shall should may might must
  i you he she it we they who which that so and or also just`.split(/\s+/),
);
/** "daily", "finding", "easily": rarely the subject of a sentence. */
const SELDOM_NOUN = /(?:ly|ing|ed)$/i;

/**
 * Telling words that are likely nouns, in order: at the start of the text, after an article or preposition, and
 * names. Without any, all telling words that are not light.
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
