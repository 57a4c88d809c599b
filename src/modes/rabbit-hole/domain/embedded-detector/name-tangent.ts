import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import { functionWords } from '#text/domain/function-words.ts';
import { isGerman } from '#text/domain/language.ts';
import { nounPhrases } from '#text/domain/noun-phrases.ts';
import { foldForm } from '#text/domain/stems.ts';
import { trimEnd, trimStart } from '#text/domain/trim-ends.ts';

import type { DetectorMessage, DetectorPoint } from '../detection.ts';
import { curiosityOf } from './curiosity.ts';
import { freshIn, groundOf } from './ground.ts';
import { readText, type Sentence, type WeighedWord, wordsThatTell } from './read-text.ts';

/** "How does the garbage collector decide": a verb can follow. */
const BEFORE_VERBS = /\b(?:do|does|did|can|could|would|will|should|may|might|kann|könnte|würde)\b/iu;
const MAX_CHARACTERS = 60;
/** Maximum length examined. */
const MAX_READ = 1_000;
/** Weight of a question relative to a statement. */
const ASKING_WORTH = 4;

/**
 * Names a tangent in the person's own words, regardless of which detector found it: from the asking sentence with the
 * most content that is in neither the points nor the earlier messages. At most 60 characters; empty only for an empty
 * message.
 */
export function nameTangent(messages: readonly DetectorMessage[], points: readonly DetectorPoint[]): string {
  const said = messages.at(-1)?.content.trim() ?? '';
  const ground = groundOf([...points.map(({ text }) => text), ...messages.slice(0, -1).map(({ content }) => content)]);
  const worthOf = (sentence: Sentence) => {
    const words = wordsThatTell(sentence);
    const asking = curiosityOf(sentence) === 'none' && !sentence.isQuestion ? 1 : ASKING_WORTH;
    return asking * (0.1 * Math.min(1, words.length) + freshIn(words, ground).weight);
  };
  const best = readText(said).sentences.toSorted((one, other) => worthOf(other) - worthOf(one))[0];
  return nameTopic(best?.raw ?? said, freshIn(wordsThatTell(best), ground).words);
}

/**
 * A noun phrase of the person's with more than half of the new words or, without one, their message, shortened and in
 * quotation marks.
 */
export function nameTopic(sentence: string, fresh: readonly WeighedWord[]): string {
  const spoken = withoutDirectionMarks(sentence.slice(0, MAX_READ).toWellFormed());
  const stems = new Set(fresh.map(({ stem }) => stem));
  const phrases = BEFORE_VERBS.test(spoken) ? [] : nounPhrases(spoken);
  const phrase = phrases.find(({ text }) => {
    const held = readText(text).content.filter(({ stem }) => stems.has(stem));
    return text.length <= MAX_CHARACTERS && 2 * new Set(held.map(({ stem }) => stem)).size > stems.size;
  });
  const named = phrase?.text.split(' ').filter((word, at) => at > 0 || !NO_SUBJECT.test(foldForm(word)));
  return named?.join(' ') || quoted(spoken, isGerman(spoken));
}

/** Filler words at the beginning. */
const OPENING =
  /^(?:(?:wait|hm+|oh+|ah+|wow|whoa|ok|okay|btw|by the way|anyway|so|and|but|well|ach|moment|warte|übrigens|und|aber)(?![\p{L}'’])[\s,.:;!–—-]*)+/iu;
/** Phrases that introduce what the person is curious about. */
const LEADS =
  /^(?:(?:i|we)(?: (?:once|just|also|recently|even))? (?:read|heard|saw|learned)(?: somewhere| once)?(?: that| about)?|(?:i(?: am|['’]m)?(?: always| just| also)? wonder(?:ing)?|makes me wonder|that makes me wonder)(?: about| if| whether)?|(?:that |this |it )?(?:reminds|reminded) me(?: of| that)?|i(?: would|['’]d) (?:love|like) to know(?: more)?(?: about)?|did you know(?: that)?|do you (?:know|think)(?: that)?|is it true that|is there anything to|wusstest du,? dass|ich frage? mich,?|mich würde interessieren,?|stimmt es,? dass|ich habe? (?:gelesen|gehört),? dass)(?![\p{L}'’])[\s,]*/iu;

/**
 * A person's words in the quotation marks of their language, from the phrase that leads to the tangent; can be empty.
 */
function quoted(said: string, inGerman: boolean): string {
  const line = withoutDirectionMarks(said)
    .replace(/[“”„"\s]+/gu, ' ')
    .trim();
  const asked = line.replace(OPENING, '').replace(LEADS, '');
  const words = trimmed(withoutFrame(/\p{L}/u.test(asked) ? asked : line));
  if (words === '') return '';
  return inGerman ? `„${words}“` : `“${words}”`;
}

/** Verbs and people that name no subject: “Was macht man mit einer Guillotine” becomes “Guillotine”. */
const NO_SUBJECT =
  /^(?:called|named|happen(?:s|ed)?|made|makes?|works?|everybody|everyone|people|macht|machten?|funktioniert|kommt|kam|heisst|hiess|passiert|passierte|bedeutet|nennt|leute|damals|trugen)$/u;

/** The text from the first telling word: “why does it wear off though” becomes “wear off”. */
function withoutFrame(words: string): string {
  const all = words.replace(/(?<=\p{L} )(?:though|anyway|then|actually|eigentlich|denn)(?!\p{L})/giu, '').split(' ');
  const isTelling = (word: string) => {
    const form = foldForm(word).replace(/\P{L}/gu, '');
    return /[\p{L}\p{N}]/u.test(word) && !functionWords.has(form) && !NO_SUBJECT.test(form);
  };
  const first = all.findIndex(isTelling);
  return first < 0 ? words : all.slice(first).join(' ');
}

function trimmed(words: string): string {
  const plain = trimEnd(trimStart(words, /[\p{P}\s]/u), /[\s.,;:!?–—-]/u);
  const room = MAX_CHARACTERS - 2;
  const letters = Array.from(plain);
  if (letters.length <= room) return plain;
  const begun = letters.slice(0, room - 1).join('');
  const end = begun.lastIndexOf(' ');
  return `${trimEnd(end > room / 2 ? begun.slice(0, end) : begun, /[\s,;:–—-]/u)}…`;
}

interface Named {
  /** The last one is the person's message in which the tangent was detected. */
  readonly messages: readonly DetectorMessage[];
  readonly points: readonly DetectorPoint[];
}

/**
 * The name to show for a detected tangent: the detector's unless it is empty or would reveal an open point, then a name
 * in the person's words, then the words themselves, which the person has already seen.
 */
export function topicToShow(topic: string, { messages, points }: Named, mayShow: (words: string) => boolean): string {
  if (topic !== '' && mayShow(topic)) return topic;
  const named = nameTangent(messages, points);
  return named !== '' && mayShow(named) ? named : quoted(messages.at(-1)?.content ?? '', false);
}
