import { inLogicalOrder, isRightToLeft, readable } from './writing-direction.ts';

/** A piece of text as pdf.js returns it. */
export interface TextItem {
  readonly str?: string;
  readonly width?: number;
  readonly height?: number;
  /** `[a, b, c, d, x, y]`; y is measured from the foot of the page. */
  readonly transform?: readonly number[];
  readonly fontName?: string;
}

export interface PageText {
  readonly items: readonly TextItem[];
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>;
}

/** A piece of text and its position: `from` and `to` along its line, `y` across the lines, growing upwards. */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly size: number;
  /** The direction of its line. */
  readonly turn: string;
}

/** Contiguous text on one line: a whole line, a line of one column, or a cell. */
export interface Fragment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly height: number;
}

/** Fragments on one line, from left to right. */
export type Row = readonly Fragment[];

/** In letter sizes: a greater distance between two baselines makes two rows. */
const SAME_ROW = 0.5;
/** In letter sizes: spaces between words of a line are narrower than this. */
const MIN_GAP = 1.2;
/** In letter sizes: pieces this far apart are two words. */
const WORD_GAP = 0.3;

/** NUL and private-use characters, for which the document does not define letters. */
// oxlint-disable-next-line no-control-regex -- NUL is one of them
const UNKNOWN = /[\0\ue000-\uf8ff\ufffd]/gu;

/** The text of a page. */
interface PageRows {
  /** In drawing order, each with its text in reading order. */
  readonly rows: readonly Row[];
  readonly isRtl: boolean;
  /** Number of characters for which the document does not define letters. */
  readonly unknown: number;
}

export function rowsOf({ items, styles }: PageText): PageRows {
  const given = items.flatMap((item) => pieceOf(item, styles[item.fontName ?? '']?.vertical === true));
  const pieces = given
    .map((piece) => ({ ...piece, text: piece.text.replace(UNKNOWN, '') }))
    .filter(({ text }) => text !== '');
  const isRtl = isRightToLeft(pieces.map(({ text }) => text).join(''));
  const lengthOf = (all: readonly Piece[]) => all.reduce((sum, { text }) => sum + text.length, 0);
  return {
    rows: byBaseline(pieces).map((row) => fragmentsOf(row, isRtl)),
    isRtl,
    unknown: lengthOf(given) - lengthOf(pieces),
  };
}

function pieceOf({ str = '', transform, width = 0, height = 0 }: TextItem, isVertical: boolean): readonly Piece[] {
  if (str === '' || !transform) return [];
  const [a = 1, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const length = Math.hypot(a, b);
  const [alongX, alongY] = isVertical ? [0, -1] : length > 0 ? [a / length, b / length] : [1, 0];
  const from = x * alongX + y * alongY;
  return [
    {
      text: readable(str),
      from,
      to: from + Math.abs(isVertical ? height : width),
      y: y * alongX - x * alongY,
      size: Math.hypot(c, d) || length || 1,
      turn: `${alongX.toFixed(2)} ${alongY.toFixed(2)}`,
    },
  ];
}

/** Groups pieces that were drawn one after the other on one baseline, or slightly above or below it. */
function byBaseline(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const rows: Piece[][] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isOnIt =
      first?.turn === piece.turn && Math.abs(first.y - piece.y) <= SAME_ROW * Math.max(first.size, piece.size);
    // The position of a space does not show which line it belongs to.
    if (row && (isOnIt || piece.text.trim() === '')) row.push(piece);
    else if (piece.text.trim() !== '') rows.push([piece]);
  }
  return rows;
}

function fragmentsOf(row: readonly Piece[], isPageRtl: boolean): Row {
  const sorted = withoutRepeats(row.toSorted((one, other) => one.from - other.from));
  const fragments: Piece[][] = [];
  let end = 0;
  for (const piece of sorted) {
    const isSpace = piece.text.trim() === '';
    const fragment = fragments.at(-1);
    if (fragment && (isSpace || piece.from - end <= MIN_GAP * piece.size)) fragment.push(piece);
    else if (!isSpace) fragments.push([piece]);
    if (!isSpace) end = Math.max(end, piece.to);
  }
  return fragments.map((fragment) => fragmentOf(fragment, isPageRtl));
}

/** Removes repetitions: some programs draw a word twice to make it bold. */
function withoutRepeats(sorted: readonly Piece[]): readonly Piece[] {
  return sorted.filter((piece, index) => {
    const before = sorted[index - 1];
    return !before || before.text !== piece.text || piece.from - before.from > piece.size * 0.1;
  });
}

function fragmentOf(pieces: readonly Piece[], isPageRtl: boolean): Fragment {
  const words = pieces.filter(({ text }) => text.trim() !== '');
  const height = Math.max(...words.map(({ size }) => size));
  const base = words.find(({ size }) => size === height)?.y ?? 0;
  const texts: string[] = [];
  let end: number | null = null;
  const gap = letterGap(words);
  for (const given of gap === null ? pieces : words) {
    const piece = gap === null ? given : { ...given, text: given.text.replaceAll(' ', '') };
    const isSpace = piece.text.trim() === '';
    const hasGap = end !== null && piece.from - end > (gap ?? WORD_GAP * piece.size);
    if (hasGap && !isSpace && texts.at(-1) !== ' ' && !isBetweenIdeographs(texts.at(-1) ?? '', piece.text))
      texts.push(' ');
    texts.push(isSpace ? ' ' : raised(piece, { base, height }));
    end = Math.max(end ?? piece.to, piece.to);
  }
  return {
    text: inLogicalOrder(texts, isPageRtl)
      .replace(/\s+/gu, ' ')
      .replace(/ (?=\p{M})/gu, '')
      .trim(),
    from: Math.min(...words.map(({ from }) => from)),
    to: Math.max(...words.map(({ to }) => to)),
    y: base,
    height,
  };
}

const SPACED_LETTERS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}](?: \S)*$/u;
const MIN_LETTERS = 4;

/**
 * The gap width that separates words in text with spaced letters, such as a heading: `I N T R O`. Null for other text,
 * and for a list of letters such as `A B C D`.
 */
function letterGap(words: readonly Piece[]): number | null {
  const letters = words.map(({ text }) => text.trim().replaceAll(' ', '')).join('');
  const isList = Array.from(letters).every(
    (letter, at) => letter.codePointAt(0) === (letters.codePointAt(0) ?? 0) + at,
  );
  if (!words.every(({ text }) => SPACED_LETTERS.test(text.trim())) || !/^\P{Ll}/u.test(letters) || isList) return null;
  if ((letters.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return null;
  if (words.some(({ text }) => text.trim().includes(' '))) return 0;
  const gaps = words.slice(1).map(({ from }, at) => from - (words[at]?.to ?? from));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  return usual > WORD_GAP * (words[0]?.size ?? 1) ? 1.6 * usual : null;
}

const IDEOGRAPH_LAST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;
const IDEOGRAPH_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Reports whether two texts are joined without a space, because their script has none. */
export function isBetweenIdeographs(before: string, after: string): boolean {
  return IDEOGRAPH_LAST.test(before) && IDEOGRAPH_FIRST.test(after);
}

const PLAIN = '0123456789+-−=()n';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ';

/** Small superscript and subscript digits, written with Unicode characters: `10⁶`, `H₂O`. */
function raised(
  { text, y, size }: Piece,
  { base, height }: { readonly base: number; readonly height: number },
): string {
  const shift = (y - base) / height;
  if (size > 0.85 * height || Math.abs(shift) < 0.1 || !/^[\d+−=()-]{1,9}n?$|^n$/u.test(text)) return text;
  return text.replace(/./gu, (sign) => (shift > 0 ? RAISED : LOWERED)[PLAIN.indexOf(sign)] ?? sign);
}
