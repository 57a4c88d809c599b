/** A text whose spaces, dashes and quotation marks are all alike, with the place of each character in the original. */
interface Normalised {
  readonly text: string;
  /** The offset in the original of each UTF-16 unit, and the original's length at the end. */
  readonly offsets: readonly number[];
}

const QUOTES = /["'“”„‟‘’‚‛«»‹›`´]/u;
const DASHES = /[‐‑‒–—―−]/u;
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/u;

function normalised(original: string): Normalised {
  let text = '';
  const offsets: number[] = [];
  for (let index = 0; index < original.length; index += 1) {
    const unit = original[index] ?? '';
    if (INVISIBLE.test(unit)) continue;
    const plain = /\s/u.test(unit) ? ' ' : QUOTES.test(unit) ? "'" : DASHES.test(unit) ? '-' : unit.toLowerCase();
    if (plain === ' ' && (text === '' || text.endsWith(' '))) continue;
    // A lower-case letter can be longer than its capital.
    for (const each of plain) {
      text += each;
      for (let part = 0; part < each.length; part += 1) offsets.push(index);
    }
  }
  return { text, offsets: [...offsets, original.length] };
}

/**
 * Where a quote stands in a text, as UTF-16 offsets; null if it does not. Spaces, dashes, quotation marks and case may
 * differ.
 */
export function findQuote(text: string, quote: string): { readonly start: number; readonly end: number } | null {
  const sought = normalised(quote).text.trim();
  if (sought === '') return null;
  const within = normalised(text);
  const place = within.text.indexOf(sought);
  if (place === -1) return null;
  const last = within.offsets[place + sought.length - 1] ?? 0;
  return { start: within.offsets[place] ?? 0, end: last + 1 };
}
