import { plainWords } from '#text/domain/segments.ts';

/** A longer sentence is cut at a gap, so that the held text is bounded. */
const MAX_SENTENCE_LENGTH = 600;

const CLOSERS = /["'”’»)\]}*_`]/u;
const FULL_WIDTH_END = /[。！？｡]/u;
const FULL_WIDTH_CLOSERS = /[」』）】〉》”’]/u;
const ENDS = /[.!?؟।…]/u;
/** Characters that end nothing. */
const PLAIN = /[a-z0-9 ,'-]/iu;

/** Maximum number of closing marks and spaces after an end. */
const MAX_CLOSING_MARKS = 12;
/** A line of at most this many words is a list item and part of the surrounding sentence. */
const SHORT_LINE = 2;
const MAX_SHORT_LINES = 24;

/** A full stop after these ends nothing. */
const ABBREVIATIONS = new Set(
  `e.g i.e etc cf vs approx ca no nr fig figs eq dr mr mrs ms prof st jr sr vol pp ed eds al inc ltd dept est
  z.b d.h u.a bzw usw bspw p.ex par.ex p.ej sig sr sra`.split(/\s+/),
);

/** Finds the end of a sentence in growing text. Looks at each character once. */
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
   * The index after the sentence and its trailing white space, or -1 if the end has not arrived. `text` extends the
   * text of the previous call. `isWhole`: nothing follows.
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
    return text.length - this.#from > MAX_SENTENCE_LENGTH ? cutAtGap(text, this.#from) : -1;
  }

  #endAt(text: string, character: string, isWhole: boolean): number | 'open' | null {
    if (!this.#hasWords) return null;
    const index = this.#at;
    if (character === '\n') {
      // Two line breaks separate paragraphs, however short.
      if (index + 1 === text.length && !isWhole) return 'open';
      this.#shortLines += 1;
      const line = text.slice(this.#line, index);
      if (this.#shortLines >= MAX_SHORT_LINES || text[index + 1] === '\n' || !isShort(line))
        return afterGap(text, index);
      this.#line = index + 1;
      return null;
    }
    if (FULL_WIDTH_END.test(character)) return afterClosers(text, index + 1, FULL_WIDTH_CLOSERS);
    return ENDS.test(character) ? endAt(text, index, isWhole) : null;
  }
}

function isShort(line: string): boolean {
  return plainWords(line).length <= SHORT_LINE;
}

/** The sentences of a text with trailing white space; joined, they equal the text. */
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

/** The end of the sentence at this mark; null if the mark ends none, `open` if later text decides. */
function endAt(text: string, mark: number, isWhole: boolean): number | 'open' | null {
  let last = mark;
  while (last - mark < MAX_SENTENCE_LENGTH && ENDS.test(text[last + 1] ?? '')) last += 1;
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
  // A lower-case letter continues the sentence: "approx. five", "well … maybe".
  return !/[!?؟]/u.test(text.slice(mark, last + 1)) && /\p{Ll}/u.test(begins) ? null : after;
}

function isAbbreviated(before: string): boolean {
  const word = /[\p{L}.]+$/u.exec(before)?.[0] ?? '';
  return /^\p{Lu}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

function afterClosers(text: string, from: number, closers: RegExp): number {
  let index = from;
  while (index - from < MAX_CLOSING_MARKS && closers.test(text[index] ?? '')) index += 1;
  return index;
}

function afterGap(text: string, from: number): number {
  let index = from;
  while (/\s/u.test(text[index] ?? '')) index += 1;
  return index;
}

function cutAtGap(text: string, from: number): number {
  const gap = text.lastIndexOf(' ', from + MAX_SENTENCE_LENGTH);
  return gap > from ? gap + 1 : from + MAX_SENTENCE_LENGTH;
}
