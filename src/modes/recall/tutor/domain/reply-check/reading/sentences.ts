/** A sentence that never ends is cut at a gap beyond this many characters, so that nothing is held without bound. */
const LONGEST_SENTENCE = 600;

const CLOSERS = /["'”’»)\]}*_`]/u;
const FULL_WIDTH_END = /[。！？｡]/u;
const FULL_WIDTH_CLOSERS = /[」』）】〉》”’]/u;
const ENDS = /[.!?؟।…]/u;
/** Ends nothing. */
const PLAIN = /[a-z0-9 ,'-]/iu;

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

/** Looks for the end of a sentence in a text that begins with it and grows: each character is looked at once. */
export class SentenceEnd {
  #at: number;
  readonly #from: number;
  #line: number;
  #hasWords = false;
  #shortLines = 0;

  constructor(from = 0) {
    this.#from = from;
    this.#at = from;
    this.#line = from;
  }

  /**
   * The index after the sentence and the white space behind it, or -1 where its end has not come yet. `text`: what was
   * given before, with more behind it. `isWhole`: nothing follows it any more.
   */
  find(text: string, isWhole: boolean): number {
    for (; this.#at < text.length; this.#at += 1) {
      const character = text[this.#at] ?? '';
      if (PLAIN.test(character)) {
        this.#hasWords ||= /[a-z]/iu.test(character);
        continue;
      }
      const end = this.#endAt(text, character, isWhole);
      if (end === 'open') break;
      if (end !== null) return end;
      this.#hasWords ||= /\p{L}/u.test(character);
    }
    if (isWhole && this.#at >= text.length) return text.length > this.#from ? text.length : -1;
    return text.length - this.#from > LONGEST_SENTENCE ? cutAtGap(text, this.#from) : -1;
  }

  #endAt(text: string, character: string, isWhole: boolean): number | 'open' | null {
    if (!this.#hasWords) return null;
    const index = this.#at;
    if (character === '\n') {
      // Two line breaks part paragraphs, however short.
      if (index + 1 === text.length && !isWhole) return 'open';
      this.#shortLines += 1;
      const line = text.slice(this.#line, index);
      if (this.#shortLines >= MOST_SHORT_LINES || text[index + 1] === '\n' || !isShort(line))
        return afterGap(text, index);
      this.#line = index + 1;
      return null;
    }
    if (FULL_WIDTH_END.test(character)) return afterClosers(text, index + 1, FULL_WIDTH_CLOSERS);
    return ENDS.test(character) ? endAt(text, index, isWhole) : null;
  }
}

function isShort(line: string): boolean {
  return (line.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) <= SHORT_LINE;
}

/** The sentences of a text, each with the white space behind it: joined, they are the text. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  while (from < text.length) {
    const end = new SentenceEnd(from).find(text, true);
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
