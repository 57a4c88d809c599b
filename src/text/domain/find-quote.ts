import { decodedEntity, ENTITY } from './as-read.ts';
import { formulasIn } from './formulas.ts';
import { withoutForms, withoutInvisible } from './invisible.ts';
import { isNegator } from './negators.ts';
import { UNSPACED } from './segments.ts';
import { BREAKING, TAG } from './tags.ts';
import type { TextRange } from './text-range.ts';
import { trimEnds } from './trim-ends.ts';

/**
 * A text normalised so that permitted differences between a quote and its source disappear, with the offsets of each
 * unit in the original.
 */
interface Normalised {
  readonly text: string;
  /** The same text in its original case, with line breaks; null if the text itself keeps its case. */
  readonly cased: string | null;
  /** Offsets of each UTF-16 unit in the original: the start and the end of the characters it represents. */
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

/** Spaces around these do not distinguish formulas. */
const OPERATOR = /[=≈≤≥×+]/u;

/** Collects units, and merges white space to one space. */
function createCollector({ isFolded }: { readonly isFolded: boolean }) {
  const units: string[] = [];
  const cased: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let isAfterSpace = true;
  return {
    add(text: string, { start, end }: TextRange, as = text): void {
      for (let at = 0; at < text.length; at += 1) {
        const unit = text[at] ?? '';
        if (unit === ' ' && isAfterSpace) continue;
        const isOperator = isFolded && OPERATOR.test(unit);
        if (isOperator && units.at(-1) === ' ') for (const each of [units, cased, starts, ends]) each.pop();
        isAfterSpace = unit === ' ' || isOperator;
        units.push(unit);
        cased.push(as.length === text.length ? (as[at] ?? '') : unit);
        starts.push(start);
        ends.push(end);
      }
    },
    last: () => units.at(-1) ?? '',
    collected: (): Normalised => ({ text: units.join(''), cased: isFolded ? cased.join('') : null, starts, ends }),
  };
}

/** Unifies spaces, dashes and quotation marks. Takes time linear in the length. */
function normalised(original: string): Normalised {
  const collector = createCollector({ isFolded: false });
  for (let index = 0; index < original.length; index += 1)
    collector.add(PLAIN_ASCII[original.charCodeAt(index)] ?? plainOf(original[index] ?? ''), {
      start: index,
      end: index + 1,
    });
  return collector.collected();
}

const LINE_MARKS =
  /[ \t]{0,8}(?:(?:[-*+>]|\d{1,3}[.)]|#{1,6})[ \t]{1,4}(?:\[[ xX]\][ \t]{1,4})?){1,6}|[ \t]{0,8}\|?[ \t:|=-]{3,400}(?=\n)/y;
/** The words of a link, with its address, its reference or its page. */
const LINKS = [
  /!?\[(?<words>[^[\]\n]{0,500})\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?: "[^"\n]{0,200}")?\)/dy,
  /!?\[(?<words>[^[\]^\n]{1,500})\]\[[^[\]\n]{0,200}\]/dy,
  /!?\[\[(?:[^[\]\n|]{1,500}\|)?(?<words>[^[\]\n|]{1,500})\]\]/dy,
  /<(?<words>(?:https?:|mailto:)[^<>\s]{1,2000})>/dy,
];
const FOOTNOTE = /\[\^[^[\]\s]{1,60}\]:?/y;
const COMMENT = /<!--(?:[^-]|-(?!->)){0,2000}-->/y;
const ONE_TAG = new RegExp(TAG.source, 'iy');
const ONE_ENTITY = new RegExp(ENTITY.source, 'iy');
const WORD = /[\p{L}\p{M}\p{N}⁺⁻]/u;

/** Superscript and subscript numbers in HTML, LaTeX, Markdown and Unicode. */
const RAISED = /(?:<sup>\s?|\^\{?)(?<digits>[-−–+]?\d{1,9})(?:\s?<\/sup>|[}^])?|(?<signs>[⁺⁻]?[⁰¹²³⁴-⁹]{1,9})/iuy;
const LOWERED = /(?:<sub>\s?|[_~]\{?)(?<digits>\d{1,9})(?:\s?<\/sub>|[}~])?|(?<signs>[₀-₉]{1,9})/iuy;
const RAISED_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * A single notation for superscript and subscript numbers: plain digits after a letter, because `H₂O` is also written
 * `H2O` and `m²` `m2`; elsewhere superscript digits, so that `10⁶` never equals `106`.
 */
function numberSeen({ groups }: RegExpExecArray, isBehindLetter: boolean): string {
  const said = (groups?.['digits'] ?? groups?.['signs'] ?? '').normalize('NFKC').replace(/[−–]/u, '-');
  if (isBehindLetter) return said;
  return said
    .replace(/\d/gu, (digit) => RAISED_SIGNS[Number(digit)] ?? '')
    .replace('-', '⁻')
    .replace('+', '⁺');
}

/** A hyphen inside a word, including a line end after it. */
const HYPHEN = /[-‐‑\u00AD](?:[ \t]{0,8}\r?\n[ \t]{0,8}(?:>[ \t]?){0,4})?(?=\p{L})/uy;
const DIVIDED_WORD = /\p{L}[-‐‑\u00AD][ \t]{0,8}\r?\n[ \t]{0,8}(?:>[ \t]?){0,4}\p{L}/u;

/**
 * Normalises Markdown to what a reader sees: without markup, case-folded, and with composed letters. `isJoined` removes
 * hyphens between letters, because it is unknown which hyphens at line ends belong to their words.
 */
function asSeen(original: string, isJoined = false): Normalised {
  const collector = createCollector({ isFolded: true });
  const matchAt = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.exec(original);
  };
  const isWordAt = (index: number) => WORD.test(original[index] ?? ' ');
  const isSpaceAt = (index: number) => /\s/u.test(original[index] ?? ' ');
  /** The end of the text of the current link, and the end of its address. */
  let link = { textEnd: -1, end: -1 };
  const dollars = dollarsOfFormulas(original);
  const isPair = (index: number) =>
    original[index] === original[index + 1] &&
    original[index - 1] !== original[index] &&
    original[index + 2] !== original[index];
  /** `==marked words==`, but not `a == b` or `a==b`. */
  const isHighlight = (index: number) =>
    isPair(index) && (isWordAt(index - 1) !== isWordAt(index + 2) || isSpaceAt(index - 1) !== isSpaceAt(index + 2));
  /** `one -- two`, but not `--option`. */
  const isTypedDash = (index: number) =>
    isPair(index) && isSpaceAt(index - 1) === isSpaceAt(index + 2) && isWordAt(index - 1) === isWordAt(index + 2);
  const numberAt = (index: number) =>
    matchAt(RAISED, index) ??
    (isLetter(collector.last()) || !/[_~]/u.test(original[index] ?? '') ? matchAt(LOWERED, index) : null);
  for (let index = 0; index < original.length;) {
    const unit = original[index] ?? '';
    const mayLink = unit === '[' || unit === '!' || unit === '<';
    const marks = index === 0 || original[index - 1] === '\n' ? matchAt(LINE_MARKS, index) : null;
    const left =
      unit === '['
        ? matchAt(FOOTNOTE, index)
        : unit === '<'
          ? (matchAt(ONE_TAG, index) ?? matchAt(COMMENT, index))
          : null;
    const begun = mayLink && !left ? LINKS.map((form) => matchAt(form, index)).find(Boolean) : undefined;
    const entity = unit === '&' ? matchAt(ONE_ENTITY, index) : null;
    const hyphen = isJoined && isWordAt(index - 1) ? matchAt(HYPHEN, index) : null;
    const number = MAY_BE_NUMBER.test(unit) ? numberAt(index) : null;
    if (number) {
      const shown = numberSeen(number, isLetter(collector.last()));
      collector.add(shown, { start: index, end: index + number[0].length });
      index += number[0].length;
    } else if (hyphen) index += hyphen[0].length;
    else if (dollars.has(index) || (unit === '-' && isTypedDash(index))) index += 1;
    else if (unit === '=' && isHighlight(index)) index += 2;
    // A hard line break.
    else if (unit === '\\' && original[index + 1] === '\n') index += 1;
    else if (marks) {
      collector.add(' ', { start: index, end: index + 1 }, '\n');
      index += marks[0].length;
    } else if (left) {
      if (BREAKING.test(left[0])) collector.add(' ', { start: index, end: index + 1 }, '\n');
      index += left[0].length;
    } else if (begun) {
      const [begin, textEnd] = begun.indices?.groups?.['words'] ?? [index + 1, index + 1];
      link = { textEnd, end: index + begun[0].length };
      index = begin;
    } else if (index === link.textEnd) index = link.end;
    else if (entity) {
      const shown = seen(decodedEntity(entity[0]));
      collector.add(lowerCase(shown), { start: index, end: index + entity[0].length }, shown);
      index += entity[0].length;
    } else if (unit === '\\' && /[!-/:-@[-`{-~]/.test(original[index + 1] ?? '')) {
      collector.add(plainOf(original[index + 1] ?? ''), { start: index, end: index + 2 });
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
      const shown = seen(original.slice(index, end));
      collector.add(lowerCase(shown), { start: index, end }, unit === '\n' || unit === '|' ? '\n' : shown);
      index = end;
    }
  }
  return collector.collected();
}

/** The places of dollar signs that delimit formulas. All others are text. */
function dollarsOfFormulas(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  if (text.includes('$'))
    for (const { start, end } of formulasIn(text)) {
      const signs = text.startsWith('$$', start) ? 2 : text[start] === '$' ? 1 : 0;
      for (let at = 0; at < signs; at += 1) places.add(start + at).add(end - 1 - at);
    }
  return places;
}

const MAY_BE_NUMBER = /[<^_~⁺⁻⁰¹²³⁴-⁹₀-₉]/u;
const isLetter = (unit: string) => /\p{L}/u.test(unit);

function isMark(unit: string, place: { readonly isInWord: boolean; readonly isAlone: boolean }): boolean {
  return unit === '`' || (/[*_~]/.test(unit) && !place.isInWord && !place.isAlone);
}

/** Lower case, where the dot of `İ` is not a separate letter. */
const lowerCase = (text: string) => text.toLowerCase().replaceAll('i\u0307', 'i');

function seen(cluster: string): string {
  if (cluster === '…') return '...';
  if (cluster === '|') return ' ';
  return plainOf(withoutForms(withoutInvisible(cluster)).normalize('NFC'));
}

/**
 * The place of a quote in a text, as UTF-16 offsets; null if the text does not contain it. Permitted differences:
 * spaces, dashes, quotation marks, Markdown markup, punctuation at both ends, and case at the start of a sentence and
 * in capitals and titles. Words must be whole: `5` is not found in `50` or `5.5`. If the quote has omissions, each part
 * must occur, in order. `near`: of several places the nearest to this offset.
 */
export function findQuote(text: string, quote: string, near?: number): TextRange | null {
  return quoteFinder(text)(quote, near);
}

/** For many quotes in one text, which is normalised only once. */
export function quoteFinder(text: string): (quote: string, near?: number) => TextRange | null {
  let plain: Normalised | undefined;
  let markdown: Normalised | undefined;
  let joined: Normalised | undefined;
  /** The place of a quote with a word that a line end of the text divides. */
  const dividedPlace = (quote: string, near?: number) => {
    if (!DIVIDED_WORD.test(text)) return null;
    joined ??= asSeen(text, true);
    const place = placeOf(joined, casedOf(asSeen(quote, true)), near);
    return place && DIVIDED_WORD.test(text.slice(place.start, place.end)) ? place : null;
  };
  return (quote, near) => {
    if (quote.trim() === '') return null;
    plain ??= normalised(text);
    const place = placeIn(plain, [normalised(quote).text.trim()], near);
    if (place && near === undefined) return place;
    markdown ??= asSeen(text);
    const asked = quote.replace(CHANGED_LETTER, '$1');
    const seenPlace = placeOf(markdown, casedOf(asSeen(asked)), near) ?? dividedPlace(asked, near);
    if (!place || !seenPlace || near === undefined) return place ?? seenPlace;
    return Math.abs(place.start - near) <= Math.abs(seenPlace.start - near) ? place : seenPlace;
  };
}

/** `[T]he`: brackets mark a letter whose case the quote has changed. */
const CHANGED_LETTER = /(?<![\p{L}\p{M}\p{N}\]])\[(\p{L})\](?=\p{L})/gu;

function placeOf(normal: Normalised, sought: string, near?: number): TextRange | null {
  return (
    placeIn(normal, [sought.trim()], near) ??
    placeIn(normal, [withoutEnds(sought)], near) ??
    placeIn(normal, sought.split('...').map(withoutEnds).filter(Boolean), near)
  );
}

function casedOf({ text, cased }: Normalised): string {
  return cased ?? text;
}

const ADDED = /[\s'.,;:!?()[\]]/u;

/** Removes what can be added around a quote: quotation marks, omission brackets, and punctuation at its end. */
function withoutEnds(part: string): string {
  return trimEnds(part, ADDED);
}

/** All places of words in a Markdown text, compared as a reader sees them, in order; at most `limit`. */
export function placesOfWords(text: string, words: string, limit = 1_000): readonly TextRange[] {
  const { text: seen, starts, ends } = asSeen(text);
  const sought = asSeen(words).text.trim();
  const places: TextRange[] = [];
  let at = sought === '' ? -1 : seen.indexOf(sought);
  while (at !== -1 && places.length < limit) {
    const next = at + sought.length;
    places.push({ start: starts[at] ?? 0, end: ends[next - 1] ?? 0 });
    at = seen.indexOf(sought, next);
  }
  return places;
}

/** The place where the parts occur one after the other. */
function placeIn(normal: Normalised, parts: readonly string[], near = 0): TextRange | null {
  const { text, starts, ends } = normal;
  const [first = '', ...others] = parts;
  const begin = first === '' ? -1 : nearestPlace(normal, first, near);
  if (begin === -1) return null;
  let end = begin + first.length;
  for (const part of others) {
    const next = nextPlace(normal, part, end);
    const left = next === -1 ? '' : text.slice(end, next);
    if (next === -1 || isDenied(left) || isSpliced(left, part)) return null;
    end = next + part.length;
  }
  return { start: starts[begin] ?? 0, end: ends[end - 1] ?? 0 };
}

/** Reports whether omitted words begin or end with a negation of the quoted ones. */
function isDenied(left: string): boolean {
  const words = left.trim().split(' ');
  return isNegator(words[0] ?? '') || isNegator(words.at(-1) ?? '');
}

/** Reports whether a figure of another sentence replaces an omitted one. */
function isSpliced(left: string, part: string): boolean {
  const beginsSentence = /[.!?]['’”)]? ?$/u.test(left);
  return !beginsSentence && /\p{N}/u.test(left) && /\p{N}/u.test(part) && /[.!?]['’”)]? (?=\S)/u.test(left);
}

function nearestPlace(normal: Normalised, sought: string, near: number): number {
  const { starts } = normal;
  const from = near === 0 ? 0 : indexAt(starts, near);
  const next = nextPlace(normal, sought, from);
  const before = from === 0 ? -1 : placeBefore(normal, sought, from - 1);
  if (next === -1 || before === -1) return Math.max(next, before);
  return (starts[next] ?? 0) - near < near - (starts[before] ?? 0) ? next : before;
}

/** The index of the first of the ascending offsets that is not before this one. */
function indexAt(offsets: readonly number[], offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of whole words from an index on; -1 if there is none. */
function nextPlace(normal: Normalised, part: string, from: number): number {
  const { text } = normal;
  const sought = foldedAs(normal, part);
  let others = 0;
  let place = text.indexOf(sought, from);
  while (place !== -1 && (!isWhole(text, place, sought.length) || !isInCase(normal, part, place))) {
    if (isWhole(text, place, sought.length) && (others += 1) > MAX_OTHER_CASES) return -1;
    do place += 1;
    while (isJoined(text, place));
    place = text.indexOf(sought, place);
  }
  return place;
}

function placeBefore(normal: Normalised, part: string, from: number): number {
  const { text } = normal;
  const sought = foldedAs(normal, part);
  let others = 0;
  let place = text.lastIndexOf(sought, from);
  while (place !== -1 && (!isWhole(text, place, sought.length) || !isInCase(normal, part, place))) {
    if (isWhole(text, place, sought.length) && (others += 1) > MAX_OTHER_CASES) return -1;
    do place -= 1;
    while (place > 0 && isJoined(text, place));
    place = place < 0 ? -1 : text.lastIndexOf(sought, place);
  }
  return place;
}

/** Maximum number of occurrences in another case that are skipped, which bounds the time. */
const MAX_OTHER_CASES = 50;

/** Folds unit by unit, as `asSeen` does: folding a whole word can give another result. */
function foldedAs({ cased }: Normalised, part: string): string {
  if (cased === null) return part;
  return Array.from({ length: part.length }, (_, at) => {
    const unit = part[at] ?? '';
    const folded = unit === '\n' ? ' ' : lowerCase(unit);
    return folded.length === 1 ? folded : unit;
  }).join('');
}

/** Reports whether the case of words matches, except for differences that their position explains: `us` is not `US`. */
function isInCase({ text, cased }: Normalised, part: string, place: number): boolean {
  if (cased === null) return true;
  for (let at = 0; at < part.length; at += 1) {
    if (cased[place + at] === part[at] || text[place + at] === ' ') continue;
    if (!beginsSentence(part, at) && !beginsSentence(cased, place + at) && !isSetLarge(cased, place + at)) return false;
  }
  return true;
}

const SENTENCE_BEFORE = /(?:^|[.!?…:;()[\]'"\n]|\n[-*] )\s?$/u;

function beginsSentence(text: string, at: number): boolean {
  return SENTENCE_BEFORE.test(text.slice(Math.max(0, at - 4), at)) && !WORD.test(text[at - 1] ?? ' ');
}

/** Acronyms are shorter. */
const MIN_CAPITALS = 5;
const MAX_LINE = 200;

/**
 * In a long word or in several words of capitals, or the first letter of a word in a title, where each longer word has
 * a capital.
 */
function isSetLarge(text: string, at: number): boolean {
  const line = lineAround(text, at);
  const words = Array.from(line.text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({ word, index }));
  const own = words.findIndex(({ word, index }) => line.at >= index && line.at < index + word.length);
  const isCapitals = (word = '') => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
  const { word = '', index } = words[own] ?? {};
  if (isCapitals(word))
    return word.length >= MIN_CAPITALS || isCapitals(words[own - 1]?.word) || isCapitals(words[own + 1]?.word);
  const longer = words.filter((each) => each.word.length >= 4);
  return index === line.at && longer.length > 1 && longer.every((each) => /^[\p{Lu}\p{N}]/u.test(each.word));
}

function lineAround(text: string, at: number): { readonly text: string; readonly at: number } {
  const before = text.slice(Math.max(0, at - MAX_LINE), at);
  const begun = before.slice(before.lastIndexOf('\n') + 1);
  const [rest = ''] = text.slice(at, at + MAX_LINE).split('\n', 1);
  return { text: begun + rest, at: begun.length };
}

/** Reports whether neither end splits a word or a number. */
function isWhole(text: string, start: number, length: number): boolean {
  return !isJoined(text, start) && !isJoined(text, start + length);
}

/** Reports whether a place is inside a word or a number. Scripts without spaces have no words to split. */
function isJoined(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]];
  if (/\p{N}/u.test(before) && RAISED_NEXT.test(text.slice(at, at + 8))) return true;
  if (WORD.test(before) && WORD.test(after)) return !UNSPACED.test(before) && !UNSPACED.test(after);
  return DIVIDED.test(text.slice(Math.max(0, at - 2), at + 1)) || DIVIDED.test(text.slice(Math.max(0, at - 1), at + 2));
}

const RAISED_NEXT = /^(?:<sup>|\^\{?)[-−–+]?\d/iu;
/** `5.5`, `1,000` */
const DIVIDED = /^\p{N}[.,]\p{N}$/u;
