import { isNegator } from './negators.ts';
import { numberIn } from './numbers.ts';
import { asksSomething } from './questions.ts';
import { stemOf } from './stems.ts';
import type { StopWords } from './stop-words.ts';
import type { Word } from './word.ts';
import { type WordInText, wordsIn } from './words-in.ts';

interface Clause {
  /** Words from `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  readonly isQuestion: boolean;
}

interface Reading {
  readonly words: readonly Word[];
  readonly clauses: readonly Clause[];
}

const CLAUSE_END = /[.!?;:,()\n—–…。、，！？；：।؟،]|\s-\s/u;
const SENTENCE_END = /[.!?;\n…。！？।؟]/u;
const QUESTION = /[?？؟]/u;
/** Text without punctuation is split after this many words, so that no clause is long. */
const MAX_CLAUSE_LENGTH = 40;

const UNSPACED_NEGATION = /[不没沒未無]|ない|ません|않|못/u;
const UNSPACED_EMPTY = /^(?:\p{sc=Hiragana}+|[的了是在和也])$/u;
const EMOJI = /\p{Extended_Pictographic}/u;
/** Words that separate clauses without a comma. */
const JOINTS = new Set('and so because while which since when if'.split(' '));
/** Minimum content words of a statement: "black and white" has fewer. */
const MIN_STATEMENT = 3;
const TURNS = new Set('but whereas although though however aber obwohl mais pero embora'.split(' '));

type Description = Pick<Word, 'form' | 'stem' | 'isContent' | 'isNegator' | 'isNumber'>;

/** A cache of words as written, so that each is analysed once. */
export interface Lexicon {
  readonly stopWords: StopWords;
  readonly known: Map<string, Description>;
}

const lexicons = new WeakMap<StopWords, Lexicon>();
const MAX_KNOWN = 20_000;

/** The lexicon of a language. A pure cache: emptied when it grows large. */
export function createLexicon(stopWords: StopWords): Lexicon {
  const known = lexicons.get(stopWords);
  if (known) return known;
  const lexicon = { stopWords, known: new Map<string, Description>() };
  lexicons.set(stopWords, lexicon);
  return lexicon;
}

/** Reads words and clauses with their positions, in linear time. */
export function read(text: string, lexicon: Lexicon): Reading {
  const reader = new Reader(text, lexicon);
  for (const word of wordsIn(text, 'words')) reader.take(word);
  return reader.finish();
}

function descriptionOf({ form, isUnspaced }: WordInText, raw: string, { known, stopWords }: Lexicon): Description {
  const key = `${form} ${raw}`;
  let description = known.get(key);
  if (description) return description;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, (description = describe({ form, isUnspaced }, raw, stopWords)));
  return description;
}

class Reader {
  readonly #text: string;
  readonly #lexicon: Lexicon;
  readonly #words: Word[] = [];
  readonly #clauses: Clause[] = [];
  #from = 0;
  #end = 0;
  /** Index of the first clause of the current sentence. */
  #sentence = 0;
  /** Index of the word at which a conjunction can split the clause, or -1. */
  #joint = -1;

  constructor(text: string, lexicon: Lexicon) {
    this.#text = text;
    this.#lexicon = lexicon;
  }

  take(word: WordInText): void {
    const gap = this.#text.slice(this.#end, word.start);
    this.#passGap(gap);
    if (!EMOJI.test(word.form)) this.#push(word, gap);
    this.#end = word.end;
  }

  finish(): Reading {
    this.#passGap(`${this.#text.slice(this.#end)}\n`);
    markLabels(this.#words, this.#text, this.#lexicon);
    return { words: this.#words, clauses: this.#clauses };
  }

  #passGap(gap: string): void {
    if (CLAUSE_END.test(gap) || this.#words.length - this.#from >= MAX_CLAUSE_LENGTH) this.#closeClause();
    if (!SENTENCE_END.test(gap)) return;
    const from = this.#clauses[this.#sentence]?.from ?? this.#words.length;
    if (QUESTION.test(gap) || asksSomething(this.#words, from, this.#words.length)) this.#markQuestion();
    this.#sentence = this.#clauses.length;
  }

  #closeClause(): void {
    this.#partAtJoint();
    if (this.#words.length === this.#from) return;
    this.#endClauseAt(this.#words.length);
  }

  /** Splits two joined statements into two clauses if both have content. */
  #partAtJoint(): void {
    const joint = this.#joint;
    this.#joint = -1;
    if (joint < 0 || this.#contentBetween(joint, this.#words.length) < MIN_STATEMENT) return;
    this.#endClauseAt(joint);
    for (let index = joint; index < this.#words.length; index += 1) {
      const word = this.#words[index];
      if (word) this.#words[index] = { ...word, clause: this.#clauses.length };
    }
  }

  #endClauseAt(to: number): void {
    this.#clauses.push({ from: this.#from, to, isQuestion: false });
    this.#from = to;
  }

  #contentBetween(from: number, to: number): number {
    let count = 0;
    for (let index = from; index < to; index += 1) if (this.#words[index]?.isContent) count += 1;
    return count;
  }

  #meetJoint(): void {
    this.#partAtJoint();
    if (this.#contentBetween(this.#from, this.#words.length) >= MIN_STATEMENT) this.#joint = this.#words.length;
  }

  #markQuestion(): void {
    for (let index = this.#sentence; index < this.#clauses.length; index += 1) {
      const clause = this.#clauses[index];
      if (clause) this.#clauses[index] = { ...clause, isQuestion: true };
    }
  }

  #push(word: WordInText, gap: string): void {
    const { start, end } = word;
    const known = descriptionOf(word, this.#text.slice(start, end), this.#lexicon);
    if (TURNS.has(known.form)) this.#closeClause();
    else if (JOINTS.has(known.form)) this.#meetJoint();
    const last = this.#words.at(-1);
    if (last && /^[- ]$/.test(gap) && isCompound(last, known)) {
      const stem = String(Number(last.stem) + Number(known.stem));
      this.#words[this.#words.length - 1] = { ...last, stem, end };
    } else this.#words.push({ ...known, start, end, clause: this.#clauses.length });
  }
}

/** "Ninety-six" is one number. */
function isCompound(tens: Description, units: Description): boolean {
  const areSpelled = tens.isNumber && units.isNumber && !/^\p{N}/u.test(tens.form + units.form);
  return areSpelled && /^[2-9]0$/.test(tens.stem) && /^[1-9]$/.test(units.stem);
}

/**
 * The letter A that names one of several things, as in "bulb A", "vitamin A" or "a and b are in one path", is a
 * content word. The article is followed by what it introduces; the name by a function word or the end.
 */
function markLabels(words: Word[], text: string, { stopWords }: Lexicon): void {
  const isArticle = !stopWords.has('la') && !stopWords.has('um');
  for (const [index, word] of words.entries()) {
    if (word.form !== 'a' || word.isContent) continue;
    const isName = text[word.start] === 'A' && words[index - 1]?.clause === word.clause;
    if (isName || (isArticle && endsAfter(word, words[index + 1])))
      words[index] = { ...word, stem: '#a', isContent: true };
  }
}

const INTRODUCED = new Set('very same few lot more most less first good big small new another just such'.split(' '));

function endsAfter(word: Word, after: Word | undefined): boolean {
  if (after?.clause !== word.clause) return true;
  return !after.isContent && !INTRODUCED.has(after.form) && /^[a-z]{2,}$/.test(after.form);
}

function describe(
  { form, isUnspaced }: Pick<WordInText, 'form' | 'isUnspaced'>,
  raw: string,
  stopWords: StopWords,
): Description {
  const number = numberIn(form);
  const isNegation = isUnspaced ? UNSPACED_NEGATION.test(form) : isNegator(form) || isNegator(raw);
  const isEmpty = isUnspaced
    ? UNSPACED_EMPTY.test(form)
    : stopWords.has(form) || stopWords.has(raw.toLowerCase().replace('’', "'"));
  return {
    form,
    stem: number ?? stemOf(form),
    isContent: !isEmpty && !isNegation,
    isNegator: isNegation,
    isNumber: number !== null,
  };
}
