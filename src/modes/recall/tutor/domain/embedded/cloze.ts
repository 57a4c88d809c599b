import { piecesOf, tellingStems, type Piece } from '#text/domain/key-terms.ts';
import { UNSPACED } from '#text/domain/unspaced.ts';

/** Minimum share of telling words that is blanked. */
const BLANKED = 0.6;
const BLANK = '____';
/** Score penalty for a word that the conversation has used. */
const KNOWN = -1.5;

/**
 * The stems to blank: numbers and names, then words new to the conversation, then long and late words. The choice is
 * stable across repetitions, because two clozes with different gaps would reveal the whole text.
 */
function stemsToBlank(pieces: readonly Piece[], known: ReadonlySet<string>): ReadonlySet<string> {
  const stems = tellingStems(pieces);
  const texts = new Map(pieces.map((piece) => [piece.stem, piece.text]));
  const scored = stems.map((stem, index) => {
    const place = index / stems.length;
    return { stem, score: scoreOf(texts.get(stem) ?? '', place) + (known.has(stem) ? KNOWN : 0) };
  });
  const count = Math.max(1, Math.ceil(stems.length * BLANKED));
  const chosen = scored.toSorted((left, right) => right.score - left.score).slice(0, count);
  return new Set(chosen.map(({ stem }) => stem));
}

function scoreOf(text: string, place: number): number {
  const number = /^\p{N}/u.test(text) ? 2 : 0;
  const name = place > 0 && /^\p{Lu}/u.test(text) ? 1 : 0;
  const later = place > 0 ? place + 0.5 : 0;
  // In a script without spaces, a letter is about a syllable.
  const length = UNSPACED.test(text) ? 3 * text.length : text.length;
  return number + name + later + Math.min(length, 12) / 24;
}

/** The text with gaps for its informative words; `gap` renders a gap. */
export function withGaps(
  text: string,
  known: ReadonlySet<string>,
  gap: (word: string) => string = () => BLANK,
): string {
  const pieces = piecesOf(text);
  const blanks = stemsToBlank(pieces, known);
  const line = pieces.map((piece) =>
    piece.kind !== 'between' && blanks.has(piece.stem) ? gap(piece.text) : piece.text,
  );
  const joined = line.join('').trim();
  return joined.includes('_') ? joined : BLANK;
}
