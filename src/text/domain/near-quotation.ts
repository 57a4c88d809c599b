import { diffLists } from './diff-lists.ts';
import { functionWords } from './function-words.ts';
import { UNSPACED_SCRIPTS } from './segments.ts';
import { foldForm } from './stems.ts';
import type { TextRange } from './text-range.ts';

/** A place where the words of a text and a quote differ; either can be empty. Both as written. */
interface Difference {
  readonly inText: string;
  readonly inQuote: string;
}

export interface NearQuotation extends TextRange {
  /** Empty if only case, punctuation or accents differ. */
  readonly differences: readonly Difference[];
}

/** A quote with fewer words could match by chance. */
const MIN_WORDS = 4;
/** Twice the number of common words, divided by the number of words of both. */
const MIN_ALIKE = 0.6;
/** Share of the quote's content words that must occur. */
const MIN_TELLING_KEPT = 0.5;
/** Window lengths relative to the quote, which can omit words of the text or add some. */
const LENGTHS = [0.75, 1, 1.5];
/** How far the window extends, as a share of the number of words of the quote. */
const MAX_MORE = 0.25;
const MAX_EDITS = 400;

/**
 * The place of a text whose words are nearest to those of a quote, with the differing words; null if none is near. It
 * compares words and their order, not meaning.
 */
export function nearQuotation(text: string, quote: string): NearQuotation | null {
  const sought = wordsOf(quote);
  if (sought.length < MIN_WORDS) return null;
  const words = wordsOf(text);
  const window = nearestWindow(words, sought);
  const found = (window ? endsOf(words, window, sought) : []).flatMap(
    (ends) => compared(text, words.slice(...withEnds(words, ends, sought)), { quote, sought }) ?? [],
  );
  return found.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? null;
}

/** Number of characters that differ. */
export const sizeOf = ({ differences }: NearQuotation): number =>
  differences.reduce((sum, { inText, inQuote }) => sum + inText.length + inQuote.length, 0);

/** A run itself, and variants of it without words at its ends that the quote lacks or contains less often. */
function endsOf(words: readonly Word[], { start, end }: TextRange, sought: readonly Word[]): readonly TextRange[] {
  const wanted = countsOf(sought);
  const inside = new Map(countsOf(words.slice(start, end)));
  const isSpare = ({ key }: Word) => {
    const count = inside.get(key) ?? 0;
    if (count <= (wanted.get(key) ?? 0)) return false;
    inside.set(key, count - 1);
    return true;
  };
  let later = start;
  while (later < end && isSpare(words[later] as Word)) later += 1;
  let earlier = end;
  while (earlier > later && isSpare(words[earlier - 1] as Word)) earlier -= 1;
  const starts = new Set([start, later]);
  const ends = new Set([end, earlier]);
  return [...starts].flatMap((from) => [...ends].map((to) => ({ start: from, end: to })));
}

/** Extends a run at an end that does not match the quote's first or last word. */
function withEnds(words: readonly Word[], { start, end }: TextRange, sought: readonly Word[]): [number, number] {
  const more = Math.ceil(MAX_MORE * sought.length);
  return [
    words[start]?.key === sought[0]?.key ? start : Math.max(0, start - more),
    words[end - 1]?.key === sought.at(-1)?.key ? end : end + more,
  ];
}

interface Word extends TextRange {
  /** The normalised form for comparison. */
  readonly key: string;
}

/**
 * A word with its apostrophes; a number with its punctuation; a character of a script without spaces; or what belongs
 * to a number: its unit, currency or minus, as separate words, because spaces before them vary.
 */
const WORD = new RegExp(
  String.raw`[%‰°±×÷≤≥≈≠]|\p{Sc}(?=\s?\p{N})|(?<=\p{N}\s?)\p{Sc}|(?<![\p{L}\p{N}])[-−](?=\p{N})|[${UNSPACED_SCRIPTS}]|(?:(?![${UNSPACED_SCRIPTS}])[\p{L}\p{M}\p{N}])+(?:['’][\p{L}\p{M}]+|[.,]\p{N}+){0,9}`,
  'gu',
);

function wordsOf(text: string): readonly Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    key: foldForm(word).replaceAll('’', "'").replace('−', '-'),
    start: index,
    end: index + word.length,
  }));
}

/** The run of words with the most common words relative to its length; null if there are too few. */
function nearestWindow(words: readonly Word[], sought: readonly Word[]): TextRange | null {
  const wanted = countsOf(sought);
  let best: (TextRange & { alike: number }) | null = null;
  for (const length of new Set(LENGTHS.map((share) => Math.min(words.length, Math.ceil(share * sought.length))))) {
    const inside = new Map<string, number>();
    let shared = 0;
    for (const [index, { key }] of words.entries()) {
      const count = (inside.get(key) ?? 0) + 1;
      inside.set(key, count);
      if (count <= (wanted.get(key) ?? 0)) shared += 1;
      const gone = words[index - length]?.key;
      if (gone !== undefined) {
        const left = inside.get(gone) ?? 0;
        inside.set(gone, left - 1);
        if (left <= (wanted.get(gone) ?? 0)) shared -= 1;
      }
      const alike = (2 * shared) / (length + sought.length);
      if (alike > (best?.alike ?? 0)) best = { start: Math.max(0, index + 1 - length), end: index + 1, alike };
    }
  }
  return best && best.alike >= MIN_ALIKE ? best : null;
}

function countsOf(words: readonly Word[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of words) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * The place from the first common word to the last one, if enough of them are in the same order. If the quote has
 * further words before or after these, the place is extended by as many words of the text.
 */
function compared(
  text: string,
  words: readonly Word[],
  { quote, sought }: { readonly quote: string; readonly sought: readonly Word[] },
): NearQuotation | null {
  const keysOf = (of: readonly Word[]) => of.map(({ key }) => key);
  const differences: Difference[] = [];
  const kept: Word[] = [];
  const place: Word[] = [];
  let [at, own] = [0, 0];
  for (const { same, removed, added } of diffLists(keysOf(words), keysOf(sought), MAX_EDITS)) {
    kept.push(...words.slice(at, at + same.length));
    place.push(...words.slice(at, at + same.length));
    at += same.length;
    own += same.length;
    const end = at + removed.length;
    const isLast = end === words.length;
    const from = kept.length === 0 ? Math.max(at, end - added.length) : at;
    const others = words.slice(from, isLast ? Math.min(end, from + added.length) : end);
    const inText = written(text, others);
    const inQuote = written(quote, sought.slice(own, own + added.length));
    place.push(...others);
    if (inText !== '' || inQuote !== '') differences.push({ inText, inQuote });
    at = end;
    own += added.length;
  }
  const [first, last] = [place[0], place.at(-1)];
  if (!first || !last || !isNear(kept, sought)) return null;
  return { start: first.start, end: last.end, differences };
}

function isNear(kept: readonly Word[], sought: readonly Word[]): boolean {
  const telling = (of: readonly Word[]) => of.filter(({ key }) => !functionWords.has(key)).length;
  return kept.length >= MIN_ALIKE * sought.length && telling(kept) >= MIN_TELLING_KEPT * Math.max(1, telling(sought));
}

function written(text: string, words: readonly Word[]): string {
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? text.slice(first.start, last.end) : '';
}
