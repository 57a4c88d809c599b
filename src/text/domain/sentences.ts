import { functionWords } from './function-words.ts';
import type { TextRange } from './text-range.ts';

export interface Sentence extends TextRange {
  readonly text: string;
}

/** Characters that never end a sentence. For many short texts, such as list items, this saves most of the time. */
const UNDIVIDED = /^[\p{Script=Latin}\d ,;:'"()-]+$/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** German ordinals, which do not end a sentence: "am 9. ", and "9. " before "November". */
const ORDINAL =
  /(?<![\p{L}\p{N}])(?:am|im|vom|zum|zur|bis|seit|ab|der|die|das|den|dem|des|ein|eine|einem|einen|einer) \d{1,3}\.[ \u00a0]+$/iu;
const DAY = /(?<![\p{L}\p{N}.,])\d{1,2}\.[ \u00a0]+$/u;
const MONTH = /^(?:Jan|Jän|Feb|März|Apr|Mai|Jun|Jul|Aug|Sept|Okt|Nov|Dez|Jahrhundert|Jh)\p{L}*(?:\P{L}|$)/u;
const INITIAL = /(?<![\p{L}\p{M}])\p{L}\.[ \u00a0]+$/u;
const NEXT_INITIAL = /^\p{L}\.(?:[ \u00a0]|$)/u;
/** The full stop of the first group never ends a sentence; that of the second group does before a capital letter. */
const ABBREVIATION =
  /(?<![\p{L}\p{N}])(?:St|Ste|Dr|Mr|Mrs|Ms|Prof|Mt|Ft|Nr|No|Hl|Hr|Fr|Sr|Fig|Abb|bzw|ca|approx|vgl|cf|ggf|evtl|sog|vs|[zZ]\. ?[Bb]|[dD]\. ?h|[uU]\. ?a|i\. ?e|e\. ?g)\.[ \u00a0]+$/u;
const MAY_END = /(?<![\p{L}\p{N}])(?:[vn]\. ?Chr|Chr|Jh|Jr|etc|usw|Inc|Co)\.[ \u00a0]+$/u;
/** Maximum length of a sentence's end that is examined. */
const END_LENGTH = 24;

/**
 * The sentences of a text, each with the white space after it, so that their concatenation is the text. A line break
 * ends one.
 */
export function sentencesOf(text: string): readonly Sentence[] {
  if (UNDIVIDED.test(text)) return [{ text, start: 0, end: text.length }];
  const sentences: { text: string; start: number; end: number }[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const last = sentences.at(-1);
    if (last && goesOn(last.text, segment)) {
      last.text += segment;
      last.end += segment.length;
    } else sentences.push({ text: segment, start: index, end: index + segment.length });
  }
  return sentences;
}

function goesOn(text: string, after: string): boolean {
  const before = text.slice(-END_LENGTH);
  if (ORDINAL.test(before) || (DAY.test(before) && MONTH.test(after))) return true;
  if (ABBREVIATION.test(before) || (MAY_END.test(before) && /^\p{Ll}/u.test(after))) return true;
  const initial = INITIAL.exec(before);
  if (!initial) return false;
  if (NEXT_INITIAL.test(after) || /^\p{Ll}/u.test(after)) return true;
  // "by J. Turner" and "U. S. Congress", but "vitamin C. Oranges" and "x. It".
  const word = /[\p{L}\p{M}]{1,24}\.?$/u.exec(before.slice(0, initial.index).trimEnd())?.[0].toLowerCase() ?? '.';
  const next = /^[\p{L}\p{M}]{1,24}/u.exec(after)?.[0].toLowerCase() ?? '';
  return (word.endsWith('.') || functionWords.has(word)) && !functionWords.has(next);
}
