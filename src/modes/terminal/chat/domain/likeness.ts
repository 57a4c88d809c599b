/** Marks of Markdown, frames and wrapping: a terminal shows them differently, or not at all. */
const MARKS = /[\s*_`#>|~\\[\]()…•·⎿●⏺─-╿▀-▟-]+/gu;
/** A terminal shows the text of a link, then its address. */
const LINK = /\[([^\][]{1,500})\]\(([^()\s]{1,2000})\)/gu;
/** The line that opens a code block names its language. */
const FENCE = /^[^\S\r\n\u2028\u2029]*(?:`{3,}|~{3})[^\r\n\u2028\u2029`]*$/gmu;
/** A terminal keeps only the beginning of a joined emoji sequence. */
const PICTURES = /\p{Extended_Pictographic}|\u200D|\uFE0F/gu;

/**
 * Removes marks, frames and wrapping from Markdown, and from the same text on a screen. Compare two of its results.
 * Linear in the length.
 */
export function plainOf(text: string): string {
  return text
    .replaceAll(FENCE, '')
    .replaceAll(LINK, '$1$2')
    .replaceAll(PICTURES, '')
    .replaceAll(MARKS, '')
    .normalize('NFC');
}

/** The share of characters that agree in two plain texts, in order, from 0 to 1. Below about 0.9 it is only a guess. */
export function likeness(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 1;
  const start = commonStart(one, other);
  const end = commonEnd(one, other, start);
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  const most = Math.max(left.length, right.length);
  if (most === 0) return 1;
  const edits = editsBetween(left, right, Math.max(20, Math.floor(longer * 0.1)));
  // A replaced character counts as one removal and one insertion.
  return edits === null ? (longer - most) / longer : Math.max(0, 1 - edits / (one.length + other.length));
}

/** Whether a plain text is the beginning of another one, except for a few characters. */
export function isBeginningLike(part: string, whole: string): boolean {
  if (part.length > whole.length * 1.02 + 2) return false;
  return likeness(part, whole.slice(0, part.length)) >= 0.9;
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}

function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (length < most && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length))
    length += 1;
  return length;
}

/** Maximum steps of a comparison, which takes some milliseconds. */
const MAX_STEPS = 2_000_000;

/**
 * Number of characters to remove and to insert, by the greedy algorithm of Myers (1986), "An O(ND) difference
 * algorithm". Null if it exceeds `most`.
 */
function editsBetween(one: string, other: string, most: number): number | null {
  const limit = Math.min(most, one.length + other.length, Math.floor(Math.sqrt(MAX_STEPS)));
  const furthest = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  for (let edits = 0; edits <= limit; edits += 1)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = furthest[middle + diagonal + 1] ?? 0;
      const above = furthest[middle + diagonal - 1] ?? 0;
      let x = diagonal === -edits || (diagonal !== edits && above < below) ? below : above + 1;
      while (x < one.length && x - diagonal < other.length && one.charCodeAt(x) === other.charCodeAt(x - diagonal))
        x += 1;
      furthest[middle + diagonal] = x;
      if (x >= one.length && x - diagonal >= other.length) return edits;
    }
  return null;
}
