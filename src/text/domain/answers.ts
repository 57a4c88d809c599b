import { functionWords, talkWords, vagueWords } from './function-words.ts';
import { isGerman } from './language.ts';
import { type ProseBlock, type ProseSentence, proseOf } from './prose.ts';
import { stopWordsFor } from './stop-words.ts';
import { termsIn } from './terms.ts';
import type { TextRange } from './text-range.ts';
import { wordsIn } from './words-in.ts';

/** A text that may answer, with its search results. */
export interface ReadText {
  readonly title: string;
  readonly text: string;
  /** Its cosine to the question; 0 if it was not found by meaning. */
  readonly similarity: number;
  /** The passages that search found in it, best first. */
  readonly found: readonly string[];
  /** The person chose it: it is relevant even if it contains none of the words. */
  readonly isChosen: boolean;
}

/** Adjacent sentences of a text. */
export interface AnswerLine<Text extends ReadText = ReadText> extends TextRange {
  readonly source: Text;
  /** As written in the text. */
  readonly quote: string;
  /** Without markup, on one line. */
  readonly shown: string;
  readonly score: number;
}

export interface Answers<Text extends ReadText = ReadText> {
  /** Best first; no sentence twice. */
  readonly lines: readonly AnswerLine<Text>[];
  /** Questions in the texts about the same matter, best first. */
  readonly questions: readonly AnswerLine<Text>[];
  /**
   * The share of the question’s words that the best line and its surroundings contain, weighted by how telling the
   * words are.
   */
  readonly share: number;
  /** Words of the question that no text contains, as written. */
  readonly unsaid: readonly string[];
}

/** A line with less than this share of the best score is not an answer. */
const BESIDE = 0.55;
/** Lower for questions, which only need to contain the subject. */
const BESIDE_AS_QUESTION = 0.35;
const VAGUE = 0.4;
const MEASURE = 0.15;
/** Weight of a word in the same paragraph, or (`IN_TITLE`) in the title or the heading above. */
const IN_BLOCK = 0.5;
const IN_TITLE = 0.8;
const IN_COMPOUND = 0.7;
/** Bonus of a text whose title is in the question. */
const NAMED = 0.1;
/** If the question names a text by several words, sentences of other texts need this share of the best word score. */
const BESIDE_NAMED = 0.8;
/** Bonus of the text nearest by meaning; others get less. */
const BY_MEANING = 0.5;
/** Factor for a sentence that contains none of the words, in a passage found by meaning. */
const UNSAID = 0.6;
const WITH_FIGURES = 0.25;
const CONTRARY = 1.2;
/** Factor for a sentence with only one of several words, in a text that is not near by meaning. */
const THIN = 0.6;
const MANY_WORDS = 3;
const NEAR_BY_MEANING = 0.75;
/** Factor for a sentence that lacks the verb of the question, if another one has it. */
const WITHOUT_VERB = 0.5;
/** In characters. Shorter sentences are quoted together with a neighbouring one. */
const SHORT = 40;
const MAX_LINE = 420;
/** Maximum number of words of a question. A longer one is a text, whose first words show its subject. */
const MAX_ASKED = 40;
const MAX_LINES = 24;

/** Words that are only a reaction when they are alone: “cool”. */
const REACTIONS = new Set(['cool', 'deep', 'right']);
/** Words about how something works; they rarely name the subject. */
const GENERIC = new Set(
  `lead leads leading cause causes caused affect affects effect effects influence influences change changes changed happens
  works working play plays role roles cost costs andern andert verandert verandern bewirkt bewirken fuhrt fuhren rolle spielt spielen wirkt wirken passiert`.split(
    /\s+/,
  ),
);
const MEASURES = new Set(
  `large big many much long old high tall deep fast far often wide heavy cold hot warm cost costs
  gross viele viel lange alt hoch tief schnell weit oft breit schwer kalt heiss warm kostet teuer`.split(/\s+/),
);
const ASKS_FIGURE =
  /\bhow (?:large|big|many|much|long|old|high|tall|deep|fast|far|often|wide|heavy|cold|hot|warm)\b|\bwhen (?:do|does|did|is|are|was|were|will|can|should)\b|\bwie (?:groß|viele?|lange?|alt|hoch|tief|schnell|weit|oft|breit|schwer|kalt|heiß|warm|teuer)(?![\p{L}])|(?<![\p{L}])wann(?![\p{L}])/iu;
/** The person asks for objections or counterevidence. */
const ASKS_CONTRARY =
  /(?<![\p{L}])(?:(?:speaks?|argues?|arguments?|evidence|case|goes) against|contradict\p{L}*|counter-?\s?(?:argument|example|evidence|point)s?|objections?|objects? to|disagrees?|refut\p{L}+|proves? me wrong|devil.s advocate|gegenargument\p{L}*|gegenbeispiel\p{L}*|gegenbeleg\p{L}*|einw(?:and|änd)\p{L}*|widersp\p{L}+|(?:spricht|sprechen|steht) (?:da)?gegen|dagegen)(?![\p{L}])/giu;
const IS_CONTRARY =
  /(?<![\p{L}])(?:counter-?(?:argument|example)s?|far from|on the other hand|however|contested|disputed|object(?:ed|ion|ions)|inconclusive|not conclusive|no evidence|contrary|although|criticis\p{L}+|disagree\p{L}*|answered|but|gegenargument\p{L}*|jedoch|dagegen|umstritten|widersp\p{L}+|bestr(?:itt|eitet|itten)|einw(?:and|änd)\p{L}*|allerdings|aber|obwohl|zweifel\p{L}*)(?![\p{L}])/iu;
/** Beginnings of sentences that refer to the sentence before. */
const LEANS =
  /^(?:["“„(]?)(?:the other|the one|the same|this|that|these|those|it|its|he|she|they|his|her|their|both|such|another|but|so|then|thus|therefore|instead|however|er|sie|es|das|dies\p{L}*|jene\p{L}*|dort|damit|darum|dafür|dabei|dadurch|daher|deshalb|aber|doch|dann|sein\p{L}*|ihr\p{L}*|beide)(?![\p{L}])/iu;
const QUESTION = /[?？]["”’»)]*$/u;

interface AskedWord {
  readonly form: string;
  readonly english: string;
  readonly german: string;
  readonly written: string;
  readonly weight: number;
  readonly isVerb: boolean;
}

interface Words {
  readonly terms: ReadonlySet<string>;
  readonly forms: readonly string[];
}

interface Place<Text> {
  readonly source: Text;
  readonly block: ProseBlock;
  readonly at: number;
  /** The credit of each asked word in the sentence itself (`own`), and including its surroundings (`near`). */
  readonly own: readonly number[];
  readonly near: readonly number[];
  readonly isFound: boolean;
  /** The question names the text. */
  readonly isNamed: boolean;
}

/**
 * Finds the sentences of texts that answer a question, by its words and by the search results. It judges nothing: it
 * compares words, prefers sentences with what the question asks for, and adds the sentences that these refer to.
 */
export function answersTo<Text extends ReadText>(
  question: string,
  texts: readonly Text[],
  { maxLine = MAX_LINE, beside = BESIDE }: { readonly maxLine?: number; readonly beside?: number } = {},
): Answers<Text> {
  const isContrary = question.search(ASKS_CONTRARY) !== -1;
  const asked = askedWords(question);
  const places = texts.flatMap((text) => placesIn(text, asked));
  const weights = asked.map(({ weight }, word) => {
    const having = places.filter(({ own }) => (own[word] ?? 0) > 0).length;
    return weight * Math.log(1 + (places.length + 1) / Math.max(having, 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shareOf = (counts: readonly number[]) =>
    counts.reduce((sum, count, word) => sum + count * (weights[word] ?? 0), 0) / total;
  const verb = asked.findIndex((word) => word.isVerb);
  const isVerbSaid =
    verb !== -1 && places.some(({ own }) => (own[verb] ?? 0) > 0 && own.filter((count) => count > 0).length > 1);
  const asksFigure = ASKS_FIGURE.test(question);
  const nearest = Math.max(...texts.map(({ similarity }) => similarity)) || 1;
  const subject = asked.flatMap(({ weight }, word) => (weight === 1 ? [word] : []));
  const isLinked = linkedFrom(places);
  const isQuestion = ({ place }: { readonly place: Place<Text> }) => QUESTION.test(sentenceAt(place).shown);
  const scored = places.map((place) => {
    const { source, own, near, isFound, isNamed } = place;
    const isSaid = isNamed || own.some((count) => count > 0);
    const isOnMatter = isSaid || (isFound && source.similarity > 0);
    const isContraryHere = isContrary && IS_CONTRARY.test(sentenceAt(place).shown) && (isOnMatter || isLinked(source));
    const isThin =
      subject.length >= MANY_WORDS &&
      source.similarity < nearest * NEAR_BY_MEANING &&
      subject.filter((word) => (near[word] ?? 0) > 0).length < 2;
    const penalty =
      (isVerbSaid && (own[verb] ?? 0) === 0 && !isQuestion({ place }) ? WITHOUT_VERB : 1) *
      (isSaid ? 1 : UNSAID) *
      (isThin ? THIN : 1);
    const figures = asksFigure && /\p{N}/u.test(sentenceAt(place).shown) ? WITH_FIGURES : 0;
    const named = isNamed && !isQuestion({ place }) ? NAMED : 0;
    const words = (isOnMatter ? shareOf(near) * penalty : 0) + (isContraryHere ? CONTRARY : 0) + named;
    const meaning = isOnMatter ? BY_MEANING * (source.similarity / nearest) ** 2 * (isFound ? 1 : 0.5) * penalty : 0;
    return { place, share: isSaid ? shareOf(near) : 0, words, score: words + meaning, rank: words + meaning + figures };
  });
  const mostIn = new Map<Text, number>();
  for (const { place, words } of scored) mostIn.set(place.source, Math.max(words, mostIn.get(place.source) ?? 0));
  const best = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.rank - one.rank);
  const statements = best.filter((each) => !isQuestion(each));
  const top = mostOf((statements.length > 0 ? statements : best).map(({ score }) => score));
  const named = places.find(({ isNamed }) => isNamed)?.source;
  const isFar = isFarFrom(named, mostOf(statements.map(({ words }) => words)));
  // Similarity belongs to a whole text; words decide which of its sentences answer.
  const lines = inLines(
    statements.filter(
      ({ place, words, score }) =>
        score >= top * beside && words >= (mostIn.get(place.source) ?? 0) * beside && !isFar(place, words),
    ),
    maxLine,
  );
  const questions = best
    .filter((each) => isQuestion(each) && each.share > 0 && each.score >= top * BESIDE_AS_QUESTION)
    .map(({ place, score }) => lineOf(place.source, { sentences: [sentenceAt(place)], score }));
  return {
    lines,
    questions: distinct(questions),
    share: mostOf(scored.map(({ share }) => share)),
    unsaid: asked.flatMap(({ written, form, weight }, word) =>
      weight === 1 && form.length > 3 && places.every(({ near: counts }) => (counts[word] ?? 0) === 0) ? [written] : [],
    ),
  };
}

/** Returns a check whether a sentence is not an answer because the question names another text. */
function isFarFrom(named: ReadText | undefined, most: number): (place: Place<ReadText>, words: number) => boolean {
  if (!named) return () => false;
  const isPhrase = askedWords(named.title).length > 1;
  return ({ isNamed, source }, words) =>
    !isNamed &&
    !source.isChosen &&
    (isPhrase ? words < most * BESIDE_NAMED : source.similarity < named.similarity * NEAR_BY_MEANING);
}

/** Returns a check whether a text that contains words of the question links to another one. */
function linkedFrom<Text extends ReadText>(places: readonly Place<Text>[]): (text: Text) => boolean {
  const known = new Map<Text, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const saying = new Set(places.filter(({ own }) => own.some((count) => count > 0)).map(({ source }) => source));
    const isLinked =
      text.isChosen && text.title !== '' && [...saying].some((other) => other.text.includes(`[[${text.title}`));
    known.set(text, isLinked);
    return isLinked;
  };
}

const mostOf = (numbers: readonly number[]) => numbers.reduce((most, number) => Math.max(most, number), 0);

const sentenceAt = <Text>({ block, at }: Place<Text>): ProseSentence => block.sentences[at] as ProseSentence;

/** The first sentence of each text. */
export function beginningsOf<Text extends ReadText>(texts: readonly Text[]): readonly AnswerLine<Text>[] {
  return texts.flatMap((source) => {
    const [first] = proseOf(source.text);
    return first ? [lineOf(source, { sentences: first.sentences.slice(0, 1), score: 0 })] : [];
  });
}

/** The words of a question that name its subject: without function words, talk, and requests for objections. */
export function askedWords(text: string): readonly AskedWord[] {
  const question = text.replace(ASKS_CONTRARY, (words) => ' '.repeat(words.length));
  const stopWords = stopWordsFor(question);
  const verb = verbOf(question);
  const isMeasure = ASKS_FIGURE.test(question);
  const words = wordsIn(question).filter(
    ({ form, start, end }) => !functionWords.has(form) && !stopWords.has(question.slice(start, end).toLowerCase()),
  );
  const telling = words.filter(({ form }) => !talkWords.has(form));
  const kept = telling.length > 0 ? words.filter(({ form }) => !talkWords.has(form) || REACTIONS.has(form)) : [];
  const seen = new Set<string>();
  return kept.flatMap(({ form, start, end }) => {
    if (seen.has(form) || seen.size >= MAX_ASKED) return [];
    seen.add(form);
    const isMeasured = isMeasure && MEASURES.has(form);
    const english = termsIn(form, null)[0]?.term ?? form;
    const isSaidOften = vagueWords.has(form) || vagueWords.has(english);
    const isVague = (isSaidOften && form !== verb && !REACTIONS.has(form)) || GENERIC.has(form);
    return [
      {
        form,
        english,
        german: termsIn(form, 'de')[0]?.term ?? form,
        written: question.slice(start, end),
        weight: isMeasured ? MEASURE : isVague ? VAGUE : 1,
        isVerb: form === verb,
      },
    ];
  });
}

const FOLLOWS_VERB = new Set(
  `a an the my your our their his her its this that these those us them it me him to of in on at by for from with into
  about over under between through against during and or more less before after`.split(/\s+/),
);
/** “cool” in “How do trees cool a city?”: the last word of the first run of words after the auxiliary. */
function verbOf(question: string): string | null {
  const words = wordsIn(question);
  const at = words.findIndex(({ form }) => /^(?:do|does|did|can|could|will|would|should|may|might|must)$/.test(form));
  if (at < 0 || at > 3) return null;
  let first = at + 1;
  while (/^(?:the|a|an|my|your|our|their|these|those)$/.test(words[first]?.form ?? '')) first += 1;
  let last = first;
  while (last < words.length && !functionWords.has(words[last]?.form ?? '')) last += 1;
  const [verb, next] = [words[last - 1]?.form ?? '', words[last]?.form];
  // A verb such as “say” is a function word, and the verb after an auxiliary has no ending.
  const isVerb = last - first >= 2 && !/(?<!s)s$/.test(verb) && (next === undefined || FOLLOWS_VERB.has(next));
  return isVerb ? verb : null;
}

function placesIn<Text extends ReadText>(source: Text, asked: readonly AskedWord[]): readonly Place<Text>[] {
  const inGerman = isGerman(source.text);
  const wordsOf = (text: string): Words => ({
    terms: new Set(termsIn(text, inGerman ? 'de' : null).map(({ term }) => term)),
    forms: wordsIn(text).flatMap(({ form }) => (functionWords.has(form) ? [] : [form])),
  });
  const count = (words: Words) => asked.map((word) => creditOf(word, words, inGerman));
  const inTitle = count(wordsOf(source.title));
  const isNamed = isNamedBy(asked, source.title, inTitle);
  return proseOf(source.text).flatMap((block) => {
    const owns = block.sentences.map(({ shown }) => count(wordsOf(shown)));
    const inHeading = count(wordsOf(block.heading));
    const around = asked.map((_, word) =>
      Math.max(
        IN_BLOCK * Math.max(...owns.map((own) => own[word] ?? 0)),
        (isNamed ? 1 : IN_TITLE) * (inTitle[word] ?? 0),
        IN_TITLE * (inHeading[word] ?? 0),
      ),
    );
    return block.sentences.map((sentence, at) => {
      const own = owns[at] ?? [];
      const quote = source.text.slice(sentence.start, sentence.end);
      return {
        source,
        block,
        at,
        own,
        near: own.map((each, word) => Math.max(each, around[word] ?? 0)),
        isFound: source.found.some((passage) => passage.includes(quote)),
        isNamed,
      };
    });
  });
}

/**
 * Reports whether a question contains a whole title: one of several words, or the single word that the question is
 * about.
 */
function isNamedBy(asked: readonly AskedWord[], title: string, inTitle: readonly number[]): boolean {
  const own = askedWords(title).length;
  const said = asked.filter((_, word) => inTitle[word] === 1);
  const isAll = own > 0 && said.length >= own;
  return isAll && (own > 1 || asked.filter(({ weight }) => weight === 1).length === 1);
}

/** The credit of an asked word in a sentence: full, or reduced as part of a German compound. */
function creditOf({ form, english, german }: AskedWord, { terms, forms }: Words, inGerman: boolean): number {
  if (terms.has(inGerman ? german : english)) return 1;
  if (!inGerman) return forms.some((other) => isDerived(english, other)) ? IN_COMPOUND : 0;
  const stem = german.replace(/^de:/, '');
  return forms.some((other) => isPartOf(stem, other) || isPartOf(other, form) || isInflected(stem, other))
    ? IN_COMPOUND
    : 0;
}

const MIN_PART = 4;
/** “Eich” in “Eichenholz”, “holz” in “Eichenholz”. */
function isPartOf(part: string, whole: string): boolean {
  return part.length >= MIN_PART && whole.length >= part.length + 3 && (whole.startsWith(part) || whole.endsWith(part));
}

/** “failure” from “fail”. */
function isDerived(stem: string, other: string): boolean {
  if (stem.length < MIN_PART || !other.startsWith(stem)) return false;
  return /^(?:ures?|ions?|ors?|ers?|als?|ments?|ness|ists?|ism|ity|ance|ence|ings?|able|ful|less|y|ies)$/.test(
    other.slice(stem.length),
  );
}

const ENDING = /^(?:e|en|er|es|em|n|s|t|et|te|ten|st|est|end|ung|ungen)?$/;
/** “trocknen” and “trocknet”. */
function isInflected(stem: string, other: string): boolean {
  let same = 0;
  while (same < stem.length && stem[same] === other[same]) same += 1;
  return same >= 5 && ENDING.test(stem.slice(same)) && ENDING.test(other.slice(same));
}

interface Scored<Text> {
  readonly place: Place<Text>;
  readonly score: number;
}

/** Builds the quoted lines: a sentence with the one that it refers to, and adjacent sentences joined. */
function inLines<Text extends ReadText>(scored: readonly Scored<Text>[], maxLine: number): readonly AnswerLine<Text>[] {
  const runs: { block: ProseBlock; source: Text; from: number; to: number; score: number }[] = [];
  for (const { place, score } of scored) {
    if (runs.length >= MAX_LINES) break;
    const { block, source, at } = place;
    const { from, to } = withNeighbours(block, at, maxLine);
    const beside = runs.find((run) => run.block === block && from <= run.to + 1 && to >= run.from - 1);
    const together = beside && { from: Math.min(from, beside.from), to: Math.max(to, beside.to) };
    if (beside && together && lengthOf(block, together) <= maxLine) Object.assign(beside, together);
    else if (beside && from <= beside.to && to >= beside.from) {
      if (at < beside.from || at > beside.to) runs.push({ block, source, from: at, to: at, score });
    } else runs.push({ block, source, from, to, score });
  }
  return distinct(
    runs.map(({ block, source, from, to, score }) =>
      lineOf(source, { sentences: block.sentences.slice(from, to + 1), score }),
    ),
  );
}

function withNeighbours(
  { sentences }: ProseBlock,
  at: number,
  maxLine: number,
): { readonly from: number; readonly to: number } {
  const block = { sentences };
  const isStatement = (place: number) => !QUESTION.test(sentences[place]?.shown ?? '?');
  let from = at;
  let to = at;
  while (from > 0 && LEANS.test(sentences[from]?.shown ?? '') && lengthOf(block, { from: from - 1, to }) <= maxLine)
    from -= 1;
  const isShort = () => lengthOf(block, { from, to }) < SHORT;
  if (isShort() && isStatement(to + 1) && lengthOf(block, { from, to: to + 1 }) <= maxLine) to += 1;
  else if (isShort() && isStatement(from - 1) && lengthOf(block, { from: from - 1, to }) <= maxLine) from -= 1;
  return { from, to };
}

function lengthOf({ sentences }: Pick<ProseBlock, 'sentences'>, { from, to }: { from: number; to: number }): number {
  return sentences.slice(from, to + 1).reduce((sum, { shown }) => sum + shown.length + 1, 0);
}

function lineOf<Text extends ReadText>(
  source: Text,
  { sentences, score }: { readonly sentences: readonly ProseSentence[]; readonly score: number },
): AnswerLine<Text> {
  const start = sentences[0]?.start ?? 0;
  const end = sentences.at(-1)?.end ?? 0;
  const shown = sentences.map((sentence) => sentence.shown).join(' ');
  return { source, start, end, quote: source.text.slice(start, end), shown, score };
}

/** Removes repetitions, because two texts can contain the same words. */
function distinct<Text extends ReadText>(lines: readonly AnswerLine<Text>[]): readonly AnswerLine<Text>[] {
  return [...new Map(lines.toReversed().map((line) => [line.shown, line])).values()].toReversed();
}
