import { functionWords, vagueWords } from '#text/domain/function-words.ts';
import { foldForm, stemOf } from '#text/domain/stems.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

export interface WeighedWord {
  /** As written. */
  readonly raw: string;
  readonly form: string;
  readonly stem: string;
  readonly isFunction: boolean;
  /** How much it says about the subject, 0 to 1. */
  readonly weight: number;
}

export interface Sentence {
  readonly words: readonly WeighedWord[];
  readonly isQuestion: boolean;
  readonly hasQuestionMark: boolean;
  /** As written, without the final punctuation. */
  readonly raw: string;
}

export interface ReadText {
  readonly sentences: readonly Sentence[];
  readonly words: readonly WeighedWord[];
  readonly content: readonly WeighedWord[];
  readonly hasQuestionMark: boolean;
}

/** Of a longer text only the end is read, because the next message answers that part. */
const MAX_CHARACTERS = 1_000;
const QUESTION_MARK = /[?？؟]/;
const LIGHT_WEIGHT = 0.3;
const LEADS =
  /^(?:(?:and|but|so|oh|ok|okay|well|wait|hmm|hey|cool|nice|wow|yes|no|yeah|und|aber|oder) )*(?:what|why|how|who|whom|whose|which|when|where|do|does|did|is|are|was|were|can|could|would|will|should|have|has|warum|wieso|weshalb|wie|wer|wozu|woher|gibt|haben|hat|ist|sind|kann) (?!i )/;

/** A cache: every message of a session reads the same messages and points again. */
const lately = new Map<string, ReadText>();
const MAX_KEPT = 5_000;

export function readText(text: string): ReadText {
  const ending = text.slice(-MAX_CHARACTERS);
  const known = lately.get(ending);
  if (known) return known;
  if (lately.size >= MAX_KEPT) lately.clear();
  const read = readAnew(ending);
  lately.set(ending, read);
  return read;
}

function readAnew(text: string): ReadText {
  const sentences = (text.match(/[^.!?。？！؟\n;]+[.!?。？！؟\s]*/gu) ?? [])
    .map(readSentence)
    .filter(({ words }) => words.length > 0);
  const words = sentences.flatMap((sentence) => sentence.words);
  return {
    sentences,
    words,
    content: words.filter(({ isFunction }) => !isFunction),
    hasQuestionMark: QUESTION_MARK.test(text),
  };
}

/** The words that carry the content of a sentence. */
export function wordsThatTell(sentence: Sentence | undefined): readonly WeighedWord[] {
  return sentence?.words.filter(({ isFunction }) => !isFunction) ?? [];
}

function readSentence(raw: string): Sentence {
  const opened = raw
    .replaceAll('’', "'")
    .replace(/\b(wo|ca)n't\b/gi, '$1n not')
    .replace(/n't\b/gi, ' not')
    .replace(/\b(did|do|does|is|was|are|were|has|had|could|would|should)nt\b/gi, '$1 not')
    .replace(/\b(what|who|how|where|that)s\b/gi, '$1 s')
    .replace(/'(s|m|re|ve|ll|d)\b/gi, ' $1');
  const words = (opened.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []).map(readWord);
  const line = `${words.map(({ form }) => form).join(' ')} `;
  const hasQuestionMark = QUESTION_MARK.test(raw);
  return {
    words,
    isQuestion: hasQuestionMark || LEADS.test(line),
    hasQuestionMark,
    raw: trimEnd(raw, /[.!?。？！؟\s]/u).trim(),
  };
}

function readWord(raw: string): WeighedWord {
  const form = foldForm(raw);
  const isFunction = functionWords.has(form) || (form.length < 2 && !/[^ -~]/.test(form));
  return {
    raw,
    form,
    stem: stemOf(form),
    isFunction,
    weight: isFunction ? 0 : vagueWords.has(form) ? LIGHT_WEIGHT : 1,
  };
}
