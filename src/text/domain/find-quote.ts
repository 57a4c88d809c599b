/** A text whose spaces, dashes and quotation marks are all alike, with the place of each character in the original. */
interface Normalised {
  readonly text: string;
  /** The offset in the original of each UTF-16 unit, and the original's length at the end. */
  readonly offsets: readonly number[];
}

const QUOTES = /["'“”„‟‘’‚‛«»‹›`´]/u;
const DASHES = /[‐‑‒–—―−]/u;
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/u;

/** In time that grows with the length alone: a source may have a million characters. */
function normalised(original: string): Normalised {
  const units: string[] = [];
  const offsets: number[] = [];
  let isAfterSpace = true;
  for (let index = 0; index < original.length; index += 1) {
    const plain = PLAIN_ASCII[original.charCodeAt(index)] ?? plainOf(original[index] ?? '');
    if (plain === '' || (plain === ' ' && isAfterSpace)) continue;
    isAfterSpace = plain === ' ';
    units.push(plain);
    offsets.push(index);
  }
  offsets.push(original.length);
  return { text: units.join(''), offsets };
}

function plainOf(unit: string): string {
  if (/\s/u.test(unit)) return ' ';
  if (INVISIBLE.test(unit)) return '';
  if (QUOTES.test(unit)) return "'";
  return DASHES.test(unit) ? '-' : unit;
}

const PLAIN_ASCII = Array.from({ length: 128 }, (_, code) => plainOf(String.fromCharCode(code)));

interface QuoteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The place of a quote in a text, as UTF-16 offsets; null if it is not there. Spaces, dashes and quotation marks may
 * differ.
 */
export function findQuote(text: string, quote: string): QuoteRange | null {
  return quoteFinder(text)(quote);
}

/** The same for many quotes: the text is read once. */
export function quoteFinder(text: string): (quote: string) => QuoteRange | null {
  let within: Normalised | undefined;
  return (quote) => {
    const sought = normalised(quote).text.trim();
    if (sought === '') return null;
    within ??= normalised(text);
    const place = within.text.indexOf(sought);
    if (place === -1) return null;
    const last = within.offsets[place + sought.length - 1] ?? 0;
    return { start: within.offsets[place] ?? 0, end: last + 1 };
  };
}
