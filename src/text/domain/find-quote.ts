import { withoutForms, withoutInvisible } from './invisible.ts';

/** A text in which what may differ between a quote and its source is alike, with the place of each unit in the original. */
interface Normalised {
  readonly text: string;
  /** The offsets in the original of each UTF-16 unit: where what it stands for begins and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const QUOTES = /["'“”„‟‘’‚‛«»‹›`´]/u;
const DASHES = /[‐‑‒–—―−]/u;

function plainOf(unit: string): string {
  if (/\s/u.test(unit)) return ' ';
  if (withoutInvisible(unit) === '') return '';
  if (QUOTES.test(unit)) return "'";
  return DASHES.test(unit) ? '-' : unit;
}

const PLAIN_ASCII = Array.from({ length: 128 }, (_, code) => plainOf(String.fromCharCode(code)));

/** Collects units, with one space for any white space. */
function createCollector() {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let isAfterSpace = true;
  return {
    add(text: string, start: number, end: number): void {
      for (let at = 0; at < text.length; at += 1) {
        const unit = text[at] ?? '';
        if (unit === ' ' && isAfterSpace) continue;
        isAfterSpace = unit === ' ';
        units.push(unit);
        starts.push(start);
        ends.push(end);
      }
    },
    collected: (): Normalised => ({ text: units.join(''), starts, ends }),
  };
}

/** Spaces, dashes and quotation marks are alike. In time that grows with the length alone. */
function normalised(original: string): Normalised {
  const collector = createCollector();
  for (let index = 0; index < original.length; index += 1)
    collector.add(PLAIN_ASCII[original.charCodeAt(index)] ?? plainOf(original[index] ?? ''), index, index + 1);
  return collector.collected();
}

const LINE_MARKS = /[ \t]{0,8}(?:(?:[-*+>]|\d{1,3}[.)]|#{1,6})[ \t]{1,4}){1,6}|[ \t]{0,8}\|?[ \t:|-]{3,400}(?=\n)/y;
const LINK = /!?\[([^[\]\n]{0,500})\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?: "[^"\n]{0,200}")?\)/y;
const WORD = /[\p{L}\p{N}]/u;

/** As a reader sees Markdown: also without its marks, in one case, and with composed letters. */
function asSeen(original: string): Normalised {
  const collector = createCollector();
  const matchAt = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.exec(original);
  };
  const isWordAt = (index: number) => WORD.test(original[index] ?? ' ');
  const isSpaceAt = (index: number) => /\s/u.test(original[index] ?? ' ');
  /** The end of the text of the link that was begun, and the end of its address. */
  let link = { textEnd: -1, end: -1 };
  for (let index = 0; index < original.length;) {
    const unit = original[index] ?? '';
    const marks = index === 0 || original[index - 1] === '\n' ? matchAt(LINE_MARKS, index) : null;
    const begun = unit === '[' || unit === '!' ? matchAt(LINK, index) : null;
    if (marks) {
      collector.add(' ', index, index + 1);
      index += marks[0].length;
    } else if (begun) {
      const begin = index + begun[0].indexOf('[') + 1;
      link = { textEnd: begin + (begun[1]?.length ?? 0), end: index + begun[0].length };
      index = begin;
    } else if (index === link.textEnd) index = link.end;
    else if (unit === '\\' && /[!-/:-@[-`{-~]/.test(original[index + 1] ?? '')) {
      collector.add(plainOf(original[index + 1] ?? ''), index, index + 2);
      index += 2;
    } else if (
      isMark(unit, {
        isInWord: isWordAt(index - 1) && isWordAt(index + 1),
        isAlone: isSpaceAt(index - 1) && isSpaceAt(index + 1),
      })
    )
      index += 1;
    else {
      let end = index + 1;
      while (end < original.length && /\p{M}/u.test(original[end] ?? '')) end += 1;
      collector.add(seen(original.slice(index, end)), index, end);
      index = end;
    }
  }
  return collector.collected();
}

function isMark(unit: string, place: { readonly isInWord: boolean; readonly isAlone: boolean }): boolean {
  return unit === '`' || (/[*_~]/.test(unit) && !place.isInWord && !place.isAlone);
}

function seen(cluster: string): string {
  if (cluster === '…') return '...';
  if (cluster === '|') return ' ';
  return plainOf(withoutForms(withoutInvisible(cluster)).normalize('NFC')).toLowerCase();
}

interface QuoteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The place of a quote in a text, as UTF-16 offsets; null if it is not there. Spaces, dashes and quotation marks may
 * differ, and case and marks of Markdown. Of a quote that leaves something out, each part must be there, in order.
 */
export function findQuote(text: string, quote: string): QuoteRange | null {
  return quoteFinder(text)(quote);
}

/** A part of a quote that says something. */
const MIN_PART_LENGTH = 12;

/** The same for many quotes: the text is read once. */
export function quoteFinder(text: string): (quote: string) => QuoteRange | null {
  let plain: Normalised | undefined;
  let markdown: Normalised | undefined;
  return (quote) => {
    if (quote.trim() === '') return null;
    plain ??= normalised(text);
    const place = placeIn(plain, normalised(quote).text.trim(), 0);
    if (place) return place.range;
    markdown ??= asSeen(text);
    const sought = asSeen(quote).text.trim();
    const whole = placeIn(markdown, sought, 0);
    if (whole) return whole.range;
    const parts = sought
      .split('...')
      .map((part) => part.replaceAll(/\[ ?$|^ ?\]/gu, '').trim())
      .filter((part) => part !== '');
    if (parts.length < 2 || parts.some((part) => part.length < MIN_PART_LENGTH)) return null;
    const found: QuoteRange[] = [];
    let from = 0;
    for (const part of parts) {
      const next = placeIn(markdown, part, from);
      if (!next) return null;
      found.push(next.range);
      from = next.next;
    }
    return { start: found[0]?.start ?? 0, end: found.at(-1)?.end ?? 0 };
  };
}

function placeIn({ text, starts, ends }: Normalised, sought: string, from: number) {
  const place = sought === '' ? -1 : text.indexOf(sought, from);
  if (place === -1) return null;
  const next = place + sought.length;
  return { range: { start: starts[place] ?? 0, end: ends[next - 1] ?? 0 }, next };
}

/** All places of words in a Markdown text, as a reader sees both, in order; at most `limit`. */
export function placesOfWords(text: string, words: string, limit = 1_000): readonly QuoteRange[] {
  const [markdown, sought] = [asSeen(text), asSeen(words).text.trim()];
  const places: QuoteRange[] = [];
  for (let from = 0; places.length < limit;) {
    const place = placeIn(markdown, sought, from);
    if (!place) break;
    places.push(place.range);
    from = place.next;
  }
  return places;
}
