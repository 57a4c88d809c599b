import { piecesOf, tellingStems, type Piece } from './key-terms.ts';

/** Share of the telling words that is blanked, at least. */
const BLANKED = 0.6;
const BLANK = '____';

/**
 * The stems to blank: numbers and names first, then what the conversation has not had yet, then long and late words.
 * The choice does not depend on how often was asked: two clozes with different gaps together would be the whole text.
 */
export function stemsToBlank(pieces: readonly Piece[], known: ReadonlySet<string>): ReadonlySet<string> {
  const stems = tellingStems(pieces);
  const first = stems[0] ?? '';
  const scored = stems.map((stem, index) => ({ stem, score: scoreOf(stem, index / stems.length, pieces, known) }));
  const count = Math.max(1, Math.ceil(stems.length * BLANKED));
  const chosen = scored.toSorted((left, right) => right.score - left.score).slice(0, count);
  const blanks = new Set(chosen.map(({ stem }) => stem));
  if (blanks.size === 0) blanks.add(first);
  return blanks;
}

function scoreOf(stem: string, place: number, pieces: readonly Piece[], known: ReadonlySet<string>): number {
  const text = pieces.find((piece) => piece.stem === stem)?.text ?? '';
  const isNumber = /^\p{N}/u.test(text);
  const isName = place > 0 && /^\p{Lu}/u.test(text);
  return (
    (isNumber ? 2 : 0) +
    (isName ? 1 : 0) +
    (known.has(stem) ? -1.5 : 0) +
    Math.min(text.length, 12) / 24 +
    place +
    (place > 0 ? 0.5 : 0)
  );
}

/** The text with its informative words as gaps; `gap` says what a gap looks like. */
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
