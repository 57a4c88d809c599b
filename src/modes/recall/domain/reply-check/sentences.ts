/** A sentence that never ends is cut at a gap beyond this many characters, so that nothing is held without bound. */
const LONGEST_SENTENCE = 600;

const CLOSERS = /["'”’»)\]}*_`]/u;
const FULL_WIDTH_END = /[。！？｡]/u;
const FULL_WIDTH_CLOSERS = /[」』）】〉》”’]/u;
const ENDS = /[.!?؟।…]/u;

/** More closing marks or white space than that close nothing. */
const MOST_CLOSERS = 12;
/** A line of so few words is an item of a list, and one sentence with those around it. */
const SHORT_LINE = 2;
const MOST_SHORT_LINES = 24;

/** After these a full stop ends nothing. */
const ABBREVIATIONS = new Set(
  `e.g i.e etc cf vs approx ca no nr fig figs eq dr mr mrs ms prof st jr sr vol pp ed eds al inc ltd dept est
  z.b d.h u.a bzw usw bspw p.ex par.ex p.ej sig sr sra`.split(/\s+/),
);

/**
 * Where the sentence ends that begins at `from`: the index after it and the white space behind it, or -1 where its end
 * has not come yet. `isWhole`: nothing follows the text any more.
 */
export function sentenceEnd(text: string, from: number, isWhole: boolean): number {
  let hasWords = false;
  let line = from;
  let shortLines = 0;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '\n' && hasWords) {
      shortLines += 1;
      const isItem = shortLines < MOST_SHORT_LINES && text[index + 1] !== '\n' && isShort(text.slice(line, index));
      if (!isItem) return afterGap(text, index);
      line = index + 1;
    }
    if (/\s/u.test(character)) continue;
    if (FULL_WIDTH_END.test(character) && hasWords) return afterClosers(text, index + 1, FULL_WIDTH_CLOSERS);
    if (ENDS.test(character) && hasWords) {
      const end = endAt(text, index, isWhole);
      if (end === 'open') return isEndless(text, from) ? cutAtGap(text, from) : -1;
      if (end !== null) return end;
    }
    hasWords ||= /\p{L}/u.test(character);
  }
  if (isWhole) return text.length > from ? text.length : -1;
  return isEndless(text, from) ? cutAtGap(text, from) : -1;
}

function isEndless(text: string, from: number): boolean {
  return text.length - from > LONGEST_SENTENCE;
}

function isShort(line: string): boolean {
  return (line.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) <= SHORT_LINE;
}

/** The sentences of a text, each with the white space behind it: joined, they are the text. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  while (from < text.length) {
    const end = sentenceEnd(text, from, true);
    if (end <= from) break;
    sentences.push(text.slice(from, end));
    from = end;
  }
  return sentences;
}

/** The end of the sentence at this mark; null where the mark ends none, `open` where what follows decides. */
function endAt(text: string, mark: number, isWhole: boolean): number | 'open' | null {
  let last = mark;
  while (last - mark < LONGEST_SENTENCE && ENDS.test(text[last + 1] ?? '')) last += 1;
  const closed = afterClosers(text, last + 1, CLOSERS);
  const next = text[closed];
  if (next === undefined) return isWhole ? closed : 'open';
  if (!/\s/u.test(next)) return null;
  if (next === '\n') return afterGap(text, closed);
  const isStop = text.slice(mark, last + 1) === '.';
  if (isStop && isAbbreviated(text.slice(Math.max(0, mark - 12), mark))) return null;
  const after = afterGap(text, closed);
  const begins = text[after];
  if (begins === undefined) return isWhole ? after : 'open';
  // A small letter goes on with the sentence: "approx. five", "well … maybe".
  return !/[!?؟]/u.test(text.slice(mark, last + 1)) && /\p{Ll}/u.test(begins) ? null : after;
}

function isAbbreviated(before: string): boolean {
  const word = /[\p{L}.]+$/u.exec(before)?.[0] ?? '';
  return /^\p{Lu}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

function afterClosers(text: string, from: number, closers: RegExp): number {
  let index = from;
  while (index - from < MOST_CLOSERS && closers.test(text[index] ?? '')) index += 1;
  return index;
}

function afterGap(text: string, from: number): number {
  let index = from;
  while (/\s/u.test(text[index] ?? '')) index += 1;
  return index;
}

function cutAtGap(text: string, from: number): number {
  const gap = text.lastIndexOf(' ', from + LONGEST_SENTENCE);
  return gap > from ? gap + 1 : from + LONGEST_SENTENCE;
}
