import type { ReadText, Sentence } from '../words/read-text.ts';
import { wordsThatTell } from '../words/read-text.ts';
import type { Exchange } from './exchange.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that refer back and so continue the subject. */
const BACK = setOf('it its he she him her his they them their that this these those there one ones same such');
const SELF = setOf('i my me mine');
const YOU = setOf('you your yours');
const ACKNOWLEDGES = setOf(
  `oh ok okay yes yeah yep no cool nice wow great awesome true sure well haha lol ah really interesting funny good amazing
  thanks right indeed absolutely agree congrats congratulations sorry same lovely wonderful sweet`,
);
const AGREES = setOf('yes yeah no nope yep not ja nein');
const GREETS = setOf('hi hello hey hallo evening name');
const TAKES_LEAVE = setOf('bye goodbye goodnight chatting meeting later');

const ASKS_YOU = /(?:^| )(?:do|are|have|did|can|would|is|does) (?:you|your) /;
const ASKS_WHAT_YOU = /(?:what|where|how|who|which) (?:\w+ )?(?:do|are|is|did|old) (?:you|your)/;
const ASKS_OF_LIKING = /you (?:like|enjoy|love|have|play|watch|read|eat|cook|work|live|drive|travel)/;
const ASKS_OF_FAVOURITES = /\b(?:favou?rite|hobby|hobbies|fun|kind|free|spare)\b/;
const TURNS = /\b(?:by the way|btw|anyway|speaking of|so what|what else|besides|tell me|other than|enough about)\b/;
const GIVES_BACK = /\b(?:how|what) about (?:you|yourself|ya)\b|\band you\b|\byourself\b|\byou $/;
const TELLS_OF_SELF =
  /\b(?:my favou?rite|i (?:also )?(?:like|love|have|enjoy|want|hate|am|just|recently|work|live|use|used|was|play))\b/;

/** The form of the message and the one before: question, answer, greeting, conversational marker, person. */
export function formFeatures({ last, earlier }: Exchange): Readonly<Record<string, number>> {
  const ending = last.sentences.at(-1);
  const [opening] = last.sentences;
  const question = last.sentences.findLast(({ isQuestion }) => isQuestion);
  const [previous, secondLast] = earlier;
  const asksBack = has(question, BACK);
  const flags = {
    endsInQuestion: asks(ending),
    opensWithQuestion: asks(opening),
    hasQuestionMark: last.hasQuestionMark,
    asksYou: has(question, YOU),
    asksYouAnew: has(question, YOU) && !asksBack,
    asksBack,
    asksWhetherYou: matches(question, ASKS_YOU),
    asksWhatYou: matches(question, ASKS_WHAT_YOU),
    asksOfLiking: matches(question, ASKS_OF_LIKING),
    asksOfFavourites: matches(question, ASKS_OF_FAVOURITES),
    asksWhy: has(question, setOf('why')),
    asksForFacts: has(question, setOf('what where how who which when')),
    givesBack: matches(last, GIVES_BACK),
    turns: matches(last, TURNS),
    previousAsked: previous?.sentences.some(({ isQuestion }) => isQuestion),
    previousEndedInQuestion: asks(previous?.sentences.at(-1)),
    previousAskedYou: asks(previous?.sentences.at(-1)) && has(previous?.sentences.at(-1), YOU),
    ownLastEndedInQuestion: asks(secondLast?.sentences.at(-1)),
    noneAsks: !question && !asks(previous?.sentences.at(-1)),
    acknowledges: ACKNOWLEDGES.has(opening?.words[0]?.form ?? ''),
    agrees: AGREES.has(opening?.words[0]?.form ?? ''),
    greets: last.words.slice(0, 4).some(({ form }) => GREETS.has(form)),
    previousGreeted: previous?.words.slice(0, 4).some(({ form }) => GREETS.has(form)),
    takesLeave: has(last, TAKES_LEAVE),
    pointsBack: has(last, BACK),
    endingPointsBack: has(ending, BACK),
    isOfSelf: has(last, SELF),
    isOfYou: has(last, YOU),
    tellsOfSelf: !question && matches(last, TELLS_OF_SELF),
    endsOfSelf: !asks(ending) && has(ending, SELF),
    asksForAny: has(ending, setOf('any anything else other')),
    addsAlso: has(last, setOf('also too either neither')),
  };
  return {
    ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, Number(value === true)])),
    sentences: last.sentences.length,
    words: Math.min(MAX_WORDS, last.words.length),
    tellingWords: telling(last.content),
    endingWeight: Math.min(MAX_WORDS, weightOf(ending)),
    previousTellingWords: telling(previous?.content ?? []),
  };
}

/** Longer messages count as this long. */
const MAX_WORDS = 40;

function asks(sentence: Sentence | undefined): boolean {
  return sentence?.isQuestion === true;
}

function has(text: Sentence | ReadText | undefined, forms: ReadonlySet<string>): boolean {
  return text?.words.some(({ form }) => forms.has(form)) === true;
}

function matches(text: Sentence | ReadText | undefined, pattern: RegExp): boolean {
  return text !== undefined && pattern.test(`${text.words.map(({ form }) => form).join(' ')} `);
}

function telling(words: ReadText['content']): number {
  return Math.min(MAX_WORDS, words.filter(({ weight }) => weight === 1).length);
}

function weightOf(sentence: Sentence | undefined): number {
  return wordsThatTell(sentence).reduce((sum, { weight }) => sum + weight, 0);
}
