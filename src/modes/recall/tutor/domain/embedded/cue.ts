import { type Piece, piecesOf, stemsIn, tellingStems } from '#text/domain/key-terms.ts';
import { UNSPACED } from '#text/domain/segments.ts';

import type { TutorRequest } from '../tutor-request.ts';

/** Minimum share of telling words that is blanked. */
const BLANKED = 0.6;
const BLANK = '____';
/** Score penalty for a word that the conversation has used. */
const KNOWN = -1.5;

const MIN_GAP = 3;
const MAX_GAP = 12;

/** Stems visible without any hint: of the title and the heading. */
function stemsInView({ title, probe }: Pick<TutorRequest, 'title' | 'probe'>): ReadonlySet<string> {
  return stemsIn([title, probe?.point.context ?? '']);
}

/**
 * The line with gaps that a rung shows; null if the rung has none. Stable throughout the conversation, because two
 * lines with different gaps would reveal the whole point.
 */
export function gapLine(request: Pick<TutorRequest, 'title' | 'probe'>): string | null {
  const { probe } = request;
  if (probe?.rung === 'cloze') return withGaps(probe.point.text, stemsInView(request));
  if (probe?.rung === 'first-letters') return withGaps(probe.point.text, stemsInView(request), firstLetterGap);
  return null;
}

/**
 * `receptors` becomes `r________`: the first letter and one stroke per further letter. A single letter is a full gap.
 */
function firstLetterGap(word: string): string {
  const letters = word.match(/\P{M}\p{M}*/gu) ?? [];
  if (letters.length < 2) return '____';
  const strokes = Math.min(MAX_GAP, Math.max(MIN_GAP, letters.length - 1));
  return `${letters[0] ?? ''}${'_'.repeat(strokes)}`;
}

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
function withGaps(text: string, known: ReadonlySet<string>, gap: (word: string) => string = () => BLANK): string {
  const pieces = piecesOf(text);
  const blanks = stemsToBlank(pieces, known);
  const line = pieces.map((piece) =>
    piece.kind !== 'between' && blanks.has(piece.stem) ? gap(piece.text) : piece.text,
  );
  const joined = line.join('').trim();
  return joined.includes('_') ? joined : BLANK;
}
