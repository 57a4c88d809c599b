import { type Piece, piecesOf } from './key-terms.ts';
import { isGerman } from './language.ts';
import { numberIn } from './numbers.ts';
import { lightWords } from './stop-words.ts';

/** The subject of a text as a person would name it: "San Andreas Fault", "Earth’s mantle", "half-life of caffeine". */
export interface NounPhrase {
  readonly text: string;
  /** Stems of its telling words. */
  readonly stems: readonly string[];
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** A noun phrase may follow these. */
const BEFORE_NOUNS = list(
  `a an the this that these those its their his her our your my some any no each every all both many most few several in
  on at by to from with of as onto into about during for through over under between against without within than
  der die das den dem des ein eine einen einem einer eines im am vom zum zur beim ins ans von aus bei mit nach zu für
  über unter vor durch um auf an in ihre ihren ihrer sein seine seiner`,
);
/** Words before a verb: "to come", "is widening", "they build". */
const BEFORE_VERBS = list(
  `how very too is are was were am be been being has have had having do does did not can could will would shall should
  may might must i you he she it we they who which that so also just when where while if`,
);
const ARTICLES = list('the a an its their his her');
/** Joins two parts of one name: "Ring of Fire", "Committee of Public Safety". */
const INSIDE = list('of von');
const ADJECTIVE = /(?:ic|ical|al|ous|ive|ful|less|able|ible|ary|ar|ent|ant|ish|en|ed|ian|ern)$/i;
const ADJECTIVES = list(
  `deep high low long short new old large small great big dark light hot cold warm thin thick heavy young dense early late
  wild free open full main whole own first second third last upper lower inner outer human public modern ancient left
  right red green blue white black grey yellow raw pure fresh wet dry hard soft fast slow strong weak rich poor good bad`,
);
const ADVERB = /ly$/i;
const PAST = list(
  `fell rose came went grew led made took gave became began broke brought built drew fought found held kept left lost met
  ran said sent set stood wrote won spread sank swept ate drank flew froze knew saw sold told taught thought wore`,
);
/** Parts of a date, which are answers rather than subjects. */
const DATES = list(
  `january february march april may june july august september october november december januar februar märz mai juni juli
  oktober dezember jahr jahrhundert uhr bc ad bce ce century year years`,
);
const MAX_WORDS = 4;

/** The distinct noun phrases of a text, in order. If there are none, it returns the telling words. */
export function nounPhrases(text: string): readonly NounPhrase[] {
  const pieces = piecesOf(text);
  const isOfGermans = isGerman(text);
  const found = new Map<string, NounPhrase>();
  let whole = '';
  for (const run of runsOf(pieces)) {
    // "Fire" in "Ring of Fire" was already read.
    if (whole.endsWith(run.words[0]?.text ?? '')) continue;
    const phrase = isOfGermans ? germanPhrase(run) : englishPhrase(run);
    const joined = phrase && withOf(phrase, pieces, isOfGermans);
    whole = joined?.text.includes(' of ') ? joined.text : '';
    const isPart =
      joined && [...found.values()].some(({ stems }) => joined.stems.every((stem) => stems.includes(stem)));
    if (joined && !isPart) found.set(joined.stems.join(' '), joined);
  }
  if (found.size > 0) return [...found.values()];
  return pieces
    .filter((piece) => piece.kind === 'telling' && !isLight(piece) && !ADVERB.test(piece.text))
    .map(({ text: word, stem }) => ({ text: word, stems: [stem] }));
}

/** Consecutive telling words, and the words before and after them. */
interface Run {
  readonly words: readonly Piece[];
  readonly before: string;
  readonly after: string;
  readonly startsSentence: boolean;
  /** The index of its first piece. */
  readonly from: number;
}

function runsOf(pieces: readonly Piece[]): readonly Run[] {
  const runs: Run[] = [];
  let words: Piece[] = [];
  let from = 0;
  let before = '';
  let startsSentence = true;
  let isFirst = true;
  const end = (after: string): void => {
    if (words.length > 0) runs.push({ words, before, after, startsSentence, from });
    words = [];
  };
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'telling') {
      if (words.length === 0) [from, startsSentence] = [index, isFirst];
      words.push(piece);
      isFirst = false;
      continue;
    }
    if (piece.kind === 'binding') {
      end(piece.text.toLowerCase());
      before = piece.text.toLowerCase();
      // "The oceanic plate sinks": an article does not end the beginning of a sentence.
      if (!BEFORE_NOUNS.has(before)) isFirst = false;
      continue;
    }
    if (/^[\s\-‐’']+$/u.test(piece.text)) continue;
    end('');
    if (/[.:;!?…]/u.test(piece.text)) isFirst = true;
    before = piece.text.trim();
  }
  end('');
  return runs;
}

function isLight({ text }: Piece): boolean {
  const word = text.toLowerCase();
  return lightWords.has(word) || DATES.has(word) || numberIn(word) !== null || /^\p{N}/u.test(word);
}

function isCapital({ text }: Piece): boolean {
  return /^\p{Lu}/u.test(text);
}

function isAdjective({ text }: Piece): boolean {
  return ADJECTIVES.has(text.toLowerCase()) || ADJECTIVE.test(text);
}

type Found = { readonly words: readonly Piece[]; readonly from: number } | null;

function englishPhrase({ words, before, after, startsSentence, from }: Run): Found {
  if (after === 'one' || after === 'ones') return null;
  const name = nameIn(words, { startsSentence, isOfOthers: BEFORE_NOUNS.has(before) });
  if (name) return { words: name, from };
  const mayBegin = startsSentence || BEFORE_NOUNS.has(before) || before === ',';
  if (!mayBegin || BEFORE_VERBS.has(before)) return null;
  const isSubject = startsSentence;
  const kept: Piece[] = [];
  for (const [index, word] of words.entries()) {
    if (
      (isLight(word) && !ADJECTIVES.has(word.text.toLowerCase())) ||
      ADVERB.test(word.text) ||
      (index > 0 && isVerb(word, words[index - 1], isSubject))
    )
      break;
    kept.push(word);
  }
  const isBare = (word: Piece | undefined) => word !== undefined && isAdjective(word) && !isCapital(word);
  while (kept.length < words.length && isBare(kept.at(-1))) kept.pop();
  while (kept.length > 1 && ADJECTIVES.has(kept.at(-1)?.text.toLowerCase() ?? '')) kept.pop();
  // An article follows a verb, not a noun: "The canal connects the …".
  if (isSubject && kept.length > 1 && kept.length === words.length && ARTICLES.has(after)) kept.pop();
  if (kept.length > 1 && /ing$/i.test(kept.at(-1)?.text ?? '')) kept.pop();
  return kept.length > 0 && kept.length <= MAX_WORDS ? { words: kept, from } : null;
}

/** After a noun: "plates sink", "yeast turns", "crust browned". */
function isVerb(word: Piece, previous: Piece | undefined, isSubject: boolean): boolean {
  if (!previous || isCapital(word)) return false;
  if (/ed$/i.test(word.text) || PAST.has(word.text.toLowerCase())) return true;
  if (isAdjective(previous) || /['’]s$/u.test(previous.text)) return false;
  if (!isSubject) return false;
  const endsInS = (piece: Piece) => /[^s]s$/i.test(piece.text);
  return endsInS(word) !== endsInS(previous);
}

/**
 * The longest run of capitalised words: a name. A single one at the start of a sentence can be any word. After an
 * article, the noun that follows belongs to it: "the Maillard reaction".
 */
function nameIn(
  words: readonly Piece[],
  { startsSentence, isOfOthers }: { startsSentence: boolean; isOfOthers: boolean },
): readonly Piece[] | null {
  let best: readonly Piece[] = [];
  let run: readonly Piece[] = [];
  for (const [index, word] of words.entries()) {
    run = isCapital(word) && !isLight(word) && /\p{Ll}|^\p{Lu}{2,}$/u.test(word.text) ? [...run, word] : [];
    const isName = run.length > 1 || (run.length === 1 && !(startsSentence && index === 0));
    if (isName && run.length > best.length && run.length <= MAX_WORDS) best = run;
  }
  const [last] = best.slice(-1);
  if (!last) return null;
  const next = words[words.indexOf(last) + 1];
  const isNoun = next && isOfOthers && best.length === 1 && !isLight(next) && !isVerb(next, last, startsSentence);
  return isNoun ? [...best, next] : best;
}

/** German nouns begin with a capital; adjectives before them belong to them. */
function germanPhrase({ words, from, startsSentence, before }: Run): Found {
  const first = words.findIndex((word) => isCapital(word) && !isLight(word));
  if (first < 0) return null;
  // "Gutenberg druckte": a single word at the start of a sentence can be a verb or an adverb, but rarely is.
  if (startsSentence && first > 0 && !BEFORE_NOUNS.has(before)) return null;
  const kept: Piece[] = [];
  for (const word of words.slice(first)) {
    if (!isCapital(word) && !(kept.length === 1 && startsSentence && first === 0 && isGermanAdjective(kept[0]))) break;
    kept.push(word);
  }
  return kept.length > 0 && kept.length <= MAX_WORDS ? { words: kept, from: from + 2 * first } : null;
}

function isGermanAdjective(piece: Piece | undefined): boolean {
  return /(?:liche|ische|ige|ige[nrs]|ische[nrs]|liche[nrs])$/u.test(piece?.text ?? '');
}

const NO_PIECE: Piece = { kind: 'between', text: '', stem: '' };

/** Adds "of …" to a phrase: "half-life of caffeine". Possessives and hyphens are already inside a run. */
function withOf({ words, from }: NonNullable<Found>, pieces: readonly Piece[], isOfGermans: boolean): NounPhrase {
  const last = pieces.findLastIndex((piece) => piece === words.at(-1));
  const text = pieces
    .slice(pieces.indexOf(words.at(0) ?? NO_PIECE, from), last + 1)
    .map((piece) => piece.text)
    .join('');
  const own = { text, stems: words.map(({ stem }) => stem) };
  const next = pieces.slice(last + 1).filter(({ kind }) => kind !== 'between');
  const gap = pieces[last + 1]?.text ?? '';
  const [of, ...after] = next;
  if (gap.trim() !== '' || !of || !INSIDE.has(of.text.toLowerCase())) return own;
  const article = after[0]?.kind === 'binding' && /^(?:the|der|dem)$/iu.test(after[0].text) ? after[0] : undefined;
  const noun = article ? after[1] : after[0];
  if (noun?.kind !== 'telling' || isLight(noun)) return own;
  // "Committee of Public Safety"; but not "capital of ancient …", whose noun comes later.
  const further = pieces[pieces.indexOf(noun) + 2];
  const isWhole = isCapital(noun) && further?.kind === 'telling' && isCapital(further);
  if (!isWhole && !isOfGermans && isAdjective(noun)) return own;
  const nouns = isWhole && !isOfGermans ? [noun, further] : [noun];
  const joined = [text, of.text, ...(article ? [article.text] : []), ...nouns.map((each) => each.text)].join(' ');
  return { text: joined, stems: [...own.stems, ...nouns.map(({ stem }) => stem)] };
}
