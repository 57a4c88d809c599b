import { replaceCode } from '#text/domain/code-ranges.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

import { leansOnOthers, oneOf } from './leaning.ts';
import { distinct, maxProposed, type PointSource, type ProposedPoint, sourceTexts } from './point-source.ts';

const VERB =
  /^(is|are|was|were|has|have|had|means|causes|consists|contains|makes|blocks|builds|uses|needs|takes|comes|becomes|lives|lies|produces|began|became|wrote|invented|discovered|led|can|may|must|will)$/u;
const PLURAL = new Set(['are', 'were', 'have']);
const NOT_A_SUBJECT =
  /^(it|its|he|his|she|her|they|their|this|that|these|those|there|here|when|while|if|as|in|on|at|by|for|from|with|after|before|during|since|although|because|many|some|most|one|what|who|how|where|why|you|we|i)$/iu;
const MAX_SUBJECT_WORDS = 5;
const PRONOUN = /^(It|He|She|They|Its|His|Her|Their)(?=\s)/u;

const MIN_WORDS = 4;
const MAX_WORDS = 45;
const MAX_SENTENCE_LENGTH = 400;
/** Maximum length of text examined. */
const MAX_READ_LENGTH = 100_000;

/** Sentences that say what something is or does, not that something happened. */
const SAYS = new RegExp(
  String.raw`(?<![\p{L}])(?:${oneOf(`is are was were means mean meant causes cause caused consists consist contains contain
    makes make produces produce becomes become blocks block comes come has have had leads lead prevents prevent uses use
    called named known ist sind war waren heißt bedeutet verursacht besteht enthält bewirkt nennt est sont était
    signifie cause es son era fue significa è sono`)})(?![\p{L}])`,
  'iu',
);
/** Follows the subject directly, as in a definition. */
const DEFINES = new RegExp(
  String.raw`^(?:[\p{L}\p{N}'\u2019-]+[\s,]+){1,6}(?:${oneOf(`is are was were means causes consists contains ist sind war
    waren heißt bedeutet verursacht besteht enthält est sont es son è sono`)})\s`,
  'iu',
);
/** Addressed to a person, or about the conversation. "We" and "us" often mean everybody and are allowed. */
const TALKS = new RegExp(
  String.raw`(?<![\p{L}])(?:${oneOf(`i i’m i'm i’d i’ll me my mine you you’re you’d your yours let’s let's ich mich mir
    mein du dich dir dein je tu vous yo tú usted io voi`)})(?![\p{L}])|^(?:${oneOf(
    `nothing imagine consider think take look remember ask tell`,
  )})(?![\p{L}])|(?<![\p{L}])as we (?:saw|said)(?![\p{L}])`,
  'iu',
);
/** Marks a guess. */
const GUESSES = /(?<![\p{L}])(?:perhaps|maybe|probably|might|vielleicht|wohl|peut-être|quizás|forse)(?![\p{L}])/iu;
const JOINT = /^(?:and|but|or|yet|still|however|moreover|in fact|of course|und|aber|mais|et|pero|ma)\b,?\s+/iu;
/** Citations of the embedded explorer: (“Caffeine and sleep”). */
const CITATION = /(?<!\s)\s*\([“"][^()”"]*[”"]\)/gu;

/**
 * Points without a model: sentences that say what something is, means or does and that stand alone, in their order. Any
 * statement of a text can be a point, because the text was chosen for its points; a conversation also contains small
 * talk. `keepsCode`: names in the text keep the marks of code, and can begin a point.
 */
export function tellingSentences(
  source: Exclude<PointSource, { form: 'agent' }>,
  keepsCode = false,
): readonly ProposedPoint[] {
  const isText = source.form === 'text';
  const paragraphs = sourceTexts(source).flatMap(paragraphsOf);
  const said = paragraphs.flatMap((sentences) =>
    isText
      ? withSubjects(sentences.map((sentence) => plain(sentence, keepsCode))).map((text, at) => ({
          text,
          sentence: sentences[at] ?? '',
        }))
      : sentences.map((sentence) => ({ text: plain(sentence, keepsCode), sentence })),
  );
  const scored = said.flatMap(({ text, sentence }, place) => {
    const score = scoreOf(text, isText ? STATEMENT : 0);
    return score > 0 ? [{ text, sentence, place, score }] : [];
  });
  const best = scored.toSorted((one, other) => other.score - one.score);
  const kept = new Set(distinct(best, maxProposed(source)));
  return scored.filter((each) => kept.has(each)).map(({ text, sentence }) => ({ text, sentence }));
}

/** The score of a statement that neither defines nor explains anything. */
const STATEMENT = 0.25;

/** The sentences of each paragraph with white space folded; no table rows, headings or code. */
function paragraphsOf(content: string): readonly (readonly string[])[] {
  const text = replaceCode(content.slice(0, MAX_READ_LENGTH), (code, isFenced) => (isFenced ? '\n\n' : code));
  return text
    .replace(/^ {0,3}#{1,6}\s.*$/gmu, '\n\n')
    .split(/\n[^\S\n]*\n\s*|\n(?=[^\S\n]*(?:[-*+•|#>]|\d{1,3}[.)]\s))/u)
    .filter((paragraph) => !/^\s*[|#]/u.test(paragraph))
    .map((paragraph) =>
      sentencesOf(paragraph.replace(/\s+/gu, ' '))
        .map((sentence) => sentence.text.trim().replace(/^(?:[-*+•>]|\d{1,3}[.)])\s+/u, ''))
        .filter((sentence) => sentence !== ''),
    );
}

/** Removes quotation marks around a sentence, and one without its counterpart. */
function withoutOuterQuotes(words: string): string {
  const marks = words.match(/[“”„]/gu)?.length ?? 0;
  if (marks > 2) return words;
  const opened = words.replace(/^[“„]/u, '');
  const closed = opened.replace(/[“”]$/u, '');
  return words.length - closed.length === marks ? closed : words;
}

/** The sentence without citations, emphasis, outer quotation marks, and a leading connective. */
function plain(sentence: string, keepsCode: boolean): string {
  const words = sentence
    .replace(CITATION, '')
    .replace(keepsCode ? /\*\*/gu : /\*\*|__|`/gu, '')
    .trim();
  const free = withoutOuterQuotes(words).replace(JOINT, '');
  return free.charAt(0).toUpperCase() + free.slice(1);
}

/** `base` is the score of a plain statement; a score of 0 rejects it. */
function scoreOf(text: string, base: number): number {
  const count = text.split(' ').length;
  const isWhole = /[.…。]["”’)]?$/u.test(text) && /^[\p{Lu}\p{Lo}\p{N}`]/u.test(text);
  if (!isWhole || count < MIN_WORDS || count > MAX_WORDS || text.length > MAX_SENTENCE_LENGTH) return 0;
  if (/[?？]/u.test(text) || leansOnOthers(text) || TALKS.test(text) || GUESSES.test(text)) return 0;
  const isDefinition = DEFINES.test(text);
  const hasFigure = /\p{N}/u.test(text);
  const hasName = /(?<=\p{Ll}[,;]?\s)\p{Lu}\p{Ll}{2,}/u.test(text);
  const says = SAYS.test(text);
  if (!says && !hasFigure) return base;
  return (isDefinition ? 2 : 0) + (says ? 1 : 0) + (hasFigure ? 1 : 0) + (hasName ? 0.5 : 0);
}

interface Subject {
  readonly words: string;
  readonly isPlural: boolean;
}

/**
 * A paragraph's sentences, with a pronoun at the beginning replaced by the subject of the previous sentence if that is
 * unambiguous. Others are unchanged.
 */
export function withSubjects(sentences: readonly string[]): readonly string[] {
  let last: Subject | null = null;
  return sentences.map((sentence) => {
    const [pronoun] = PRONOUN.exec(sentence) ?? [];
    if (pronoun === undefined) {
      last = subjectOf(sentence);
      return sentence;
    }
    const named = last && nameFor(pronoun, last);
    return named ? `${named}${sentence.slice(pronoun.length)}` : sentence;
  });
}

function subjectOf(sentence: string): Subject | null {
  const words = sentence.split(' ');
  const at = words.slice(0, MAX_SUBJECT_WORDS + 1).findIndex((word) => VERB.test(word));
  const [first = ''] = words;
  if (at <= 0 || NOT_A_SUBJECT.test(first) || words.slice(0, at).some((word) => /[,;:.]$/u.test(word))) return null;
  return { words: words.slice(0, at).join(' '), isPlural: PLURAL.has(words[at] ?? '') };
}

function nameFor(pronoun: string, { words, isPlural }: Subject): string | null {
  const isName = words.split(' ').every((word) => /^\p{Lu}/u.test(word)) && !isPlural;
  switch (pronoun) {
    case 'It':
      return isPlural ? null : words;
    case 'They':
      return isPlural ? words : null;
    case 'He':
    case 'She':
      return isName ? words : null;
    case 'Its':
      return isPlural ? null : possessive(words);
    case 'Their':
      return isPlural ? possessive(words) : null;
    default:
      return isName ? possessive(words) : null;
  }
}

function possessive(words: string): string {
  return words.endsWith('s') ? `${words}’` : `${words}’s`;
}
