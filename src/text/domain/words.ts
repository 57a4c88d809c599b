import { COMPOUND_NUMBER, numberIn } from './numbers.ts';
import { asksSomething } from './questions.ts';
import { UNSPACED_SCRIPTS, wordSegments } from './segments.ts';
import { foldForm, stemOf } from './stems.ts';
import type { StopWords } from './stop-words.ts';
import type { Word } from './word.ts';

interface Clause {
  /** Words from `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  readonly isQuestion: boolean;
}

export interface Reading {
  readonly words: readonly Word[];
  readonly clauses: readonly Clause[];
  readonly hasNegator: boolean;
}

/** With the mark of a long vowel, which belongs to no script. */
const UNSPACED = `${UNSPACED_SCRIPTS}ー`;
const LETTER = String.raw`[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]`;
const WORD = new RegExp(
  String.raw`\p{N}+(?:[.,]\p{N}+)*%?(?:st|nd|rd|th)?|${COMPOUND_NUMBER}(?!${LETTER})|${LETTER}+(?:['’ʼ]${LETTER}+|["^´${'`'}](?:t|s|re|ve|ll|d|m)(?!${LETTER}))*|[${UNSPACED}]+`,
  'giv',
);
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
const CLAUSE_END = /[.!?;:,()\n—–…。、，！？；：।؟،]|\s-\s/u;
const SENTENCE_END = /[.!?;\n…。！？।؟]/u;
const QUESTION = /[?？؟]/u;
/** Text without punctuation is split here, so that no clause is long. */
const MAX_CLAUSE_LENGTH = 40;

const NEGATORS = new Set(
  `not no never none neither nor without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt
  shouldnt hasnt havent nothing nobody nowhere hardly false wrong incorrect untrue nicht kein keine keinen keinem keiner
  nie niemals ohne weder pas ne jamais aucun aucune sans ni nunca ningun ninguna sin tampoco jamas non mai nessun
  nessuna senza niet geen nooit zonder nao nem sem не нет без никогда لا ليس لم`.split(/\s+/),
);
const UNSPACED_NEGATION = /[不没沒未無]|ない|ません|않|못/u;
const UNSPACED_EMPTY = /^(?:\p{sc=Hiragana}+|[的了是在和也])$/u;
/** Words that separate clauses without a comma. */
const JOINTS = new Set('and so because while which since when if'.split(' '));
/** Minimum content words of a statement: "black and white" has fewer. */
const MIN_STATEMENT = 3;
const TURNS = new Set('but whereas although though however aber obwohl mais pero embora'.split(' '));

interface Piece {
  readonly raw: string;
  readonly start: number;
}

/** Words of scripts without spaces, by a dictionary. */
function wordsOfRun({ raw, start }: Piece): readonly Piece[] {
  return wordSegments(raw).map(({ segment, index }) => ({ raw: segment, start: start + index }));
}

/** `l'adénosine` becomes `adénosine`, `it's` becomes `it`; `doesn't` is kept for the negation. */
function bareForm(raw: string): string {
  const form = foldForm(raw.replace(/[’ʼ"^´`]/g, "'"));
  const at = form.indexOf("'");
  if (at < 0 || form.endsWith("n't")) return form;
  return form.length - at > 3 ? form.slice(at + 1) : form.slice(0, at);
}

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
  for (const match of text.matchAll(WORD)) reader.take({ raw: match[0], start: match.index });
  return reader.finish();
}

function descriptionOf(raw: string, isUnspaced: boolean, { known, stopWords }: Lexicon): Description {
  let description = known.get(raw);
  if (description) return description;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(raw, (description = describe(raw, isUnspaced, stopWords)));
  return description;
}

class Reader {
  readonly #text: string;
  readonly #lexicon: Lexicon;
  readonly #words: Word[] = [];
  readonly #clauses: Clause[] = [];
  #from = 0;
  #end = 0;
  /** Clauses from here on belong to a sentence whose end has not been reached. */
  #sentence = 0;
  /** The place where a joining word may split the clause, or -1. */
  #joint = -1;

  constructor(text: string, lexicon: Lexicon) {
    this.#text = text;
    this.#lexicon = lexicon;
  }

  take(piece: Piece): void {
    this.#passGap(this.#text.slice(this.#end, piece.start));
    const isUnspaced = STARTS_UNSPACED.test(piece.raw);
    for (const part of isUnspaced ? wordsOfRun(piece) : [piece]) this.#push(part, isUnspaced);
    this.#end = piece.start + piece.raw.length;
  }

  finish(): Reading {
    this.#passGap(`${this.#text.slice(this.#end)}\n`);
    markLabels(this.#words, this.#text, this.#lexicon);
    return { words: this.#words, clauses: this.#clauses, hasNegator: this.#words.some((word) => word.isNegator) };
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

  /** Two joined statements are two clauses if both have content. */
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

  #push(piece: Piece, isUnspaced: boolean): void {
    const known = descriptionOf(piece.raw, isUnspaced, this.#lexicon);
    if (TURNS.has(known.form)) this.#closeClause();
    else if (JOINTS.has(known.form)) this.#meetJoint();
    const { start } = piece;
    const { form, stem, isContent, isNegator, isNumber } = known;
    const end = start + piece.raw.length;
    this.#words.push({ form, stem, start, end, clause: this.#clauses.length, isContent, isNegator, isNumber });
  }
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

function describe(raw: string, isUnspaced: boolean, stopWords: StopWords): Description {
  const form = isUnspaced ? raw.normalize('NFKC') : bareForm(raw);
  const number = numberIn(form);
  const isNegator = isUnspaced ? UNSPACED_NEGATION.test(form) : NEGATORS.has(form) || form.endsWith("n't");
  const isEmpty = isUnspaced
    ? UNSPACED_EMPTY.test(form)
    : stopWords.has(form) || stopWords.has(raw.toLowerCase().replace('’', "'"));
  return {
    form,
    stem: number ?? stemOf(form),
    isContent: !isEmpty && !isNegator,
    isNegator,
    isNumber: number !== null,
  };
}
