import { stopWordsFor } from '#text/domain/stop-words.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import type { DetectorMessage } from '../detection.ts';
import { readText } from '../embedded-detector/read-text.ts';
import type { SourcePassage, Surroundings } from '../surroundings.ts';
import { WORDS } from './own-words.ts';
import { type Match, type PassageIndex, searchTermsOf } from './passage-index.ts';

const MAX_SAID_LENGTH = 600;

const THANKS =
  /^(?:(?:ok(?:ay)?|oh|ah|great|cool|nice|super|alles klar|gut|merci|perfect)[\s,.!]*)*(?:many |vielen )?(?:thanks|thank you|thx|ty|cheers|danke(?: schön| sehr)?|dank)(?:[\s,](?:a lot|so much|very much|again|for (?:that|this|the help)|dir|dafür))*[\s,.!]*$/iu;
const NODS =
  /^(?:(?:ok(?:ay)?|k|oh|ah|aha|hm+(?!m)|mhm|cool|nice|great|good|wow|super|yes|yeah|yep|sure|right|alright|all right|interesting|fascinating|got it|i see|understood|makes sense|fair enough|good to know|ja|klar|gut|alles klar|interessant|verstehe|verstanden)[\s,.!…]*)+$/iu;

/** Minimum share of the query in a relevant passage; a lower share is coincidence. */
const SPEAKS = 0.5;
const COMES_NEAR = 0.3;
/** Weight of the topic relative to the last message. */
const TOPIC_WEIGHT = 0.4;
/** Maximum number of passages in one reply. */
const MAX_QUOTED = 2;

interface Exploration {
  readonly surroundings: Surroundings;
  readonly index: PassageIndex;
  readonly history: readonly DetectorMessage[];
}

/**
 * One message of the explorer without a model: quotations that it has not given yet, and a few phrases in English or
 * German; for a person who writes in another language only the quotations, if it has any. It quotes a point that is
 * still to be recalled only in answer to a direct question. Equal conversations get equal messages.
 */
export function composeExploration({ surroundings, index, history }: Exploration): string {
  const replies = history.filter(({ author }) => author === 'assistant').map(({ content }) => content);
  const asked = history.filter(({ author }) => author === 'person');
  const isOpening = asked.length <= 1;
  // The opening turn is not the person's message, so the topic is the query.
  const said = isOpening ? '' : (asked.at(-1)?.content ?? '');
  const { topic } = surroundings;
  const written = asked.slice(1).map(({ content }) => content);
  const spoken = [...written.toReversed(), topic, index.passages.map(({ text }) => text).join(' ')].map(languageOf);
  const known = spoken.find((found) => found !== undefined);
  const language = known === undefined ? 'en' : known;
  // For other languages, necessary phrases use the language of its earlier replies or of the passages.
  const words = WORDS[spoken.find((found) => found !== undefined && found !== null) ?? 'en'];
  const courtesy = courtesyOf(said);
  if (courtesy !== null) return courtesy === 'thanks' ? `${words.welcome} ${words.goOn}` : words.goOn;

  const isFresh = (passage: SourcePassage) => !replies.some((reply) => isSaidIn(passage, reply));
  const isDirect = isDirectQuestion(said);
  const mayQuote = ({ passage, share }: Match) => !passage.isOpen || (isDirect && share >= SPEAKS);
  const matches = speakingOf(isOpening ? topic : said, topic, index).filter(mayQuote);
  const fresh = matches.filter(({ passage }) => isFresh(passage));
  const telling = fresh.filter(({ share }) => share >= SPEAKS).slice(0, MAX_QUOTED);
  const beside =
    isOpening || matches.length > 0 ? [] : speakingOf(topic, '', index).filter(({ passage }) => !passage.isOpen);
  const near = telling.length > 0 ? [] : [...fresh, ...beside.filter(({ passage }) => isFresh(passage))].slice(0, 1);
  const quotations = [...telling, ...near].map(({ passage }) => saidPassage(passage));
  if (language === null && quotations.length > 0) return paragraphs(quotations);

  const own = telling.length > 0 ? '' : matches.length > 0 && fresh.length === 0 ? words.above : words.cannotTell;
  const set = setNamed(surroundings.setName, words);
  const hasOthers = index.passages.some(({ source }) => source !== surroundings.setName);
  const from = surroundings.drawsFrom === 'library' ? words.library : hasOthers ? words.and(set) : set;
  return paragraphs([own, ...quotations, isOpening ? words.only(from) : '']);
}

/** English or German, by the function words of a text; null for another language, undefined without function words. */
function languageOf(text: string): keyof typeof WORDS | null | undefined {
  if (/\p{L}/u.test(text) && !/\p{Script=Latin}/u.test(text)) return null;
  const stopWords = stopWordsFor(text);
  const found = text.toLowerCase().match(/\p{L}+/gu);
  if (!found?.some((word) => stopWords.has(word))) return undefined;
  if (stopWords.has('und')) return 'de';
  return ['les', 'los', 'gli', 'het', 'uma'].some((word) => stopWords.has(word)) ? null : 'en';
}

/**
 * Passages relevant to the message, preferring those relevant to the topic too. For messages without content, such as
 * “tell me more”, passages relevant to the topic.
 */
function speakingOf(said: string, topic: string, index: PassageIndex): readonly Match[] {
  const own = weightsOf(said, 1);
  const ofTopic = weightsOf(topic, own.size === 0 ? 1 : TOPIC_WEIGHT);
  const shares = new Map(index.search(own.size === 0 ? ofTopic : own).map(({ passage, share }) => [passage, share]));
  return index
    .search(new Map([...ofTopic, ...own]))
    .map((match) => ({ ...match, share: shares.get(match.passage) ?? 0 }))
    .filter(({ share }) => share >= COMES_NEAR);
}

function weightsOf(text: string, weight: number): ReadonlyMap<string, number> {
  return new Map(searchTermsOf(text).map((stem) => [stem, weight]));
}

function setNamed(name: string, { quoted, these }: (typeof WORDS)[keyof typeof WORDS]): string {
  const title = name.replace(/\s+/gu, ' ').trim();
  return title === '' ? these : quoted(title);
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Whether a message only thanks or only acknowledges; null if it has content. */
function courtesyOf(said: string): 'thanks' | 'nod' | null {
  const line = said.trim();
  if (THANKS.test(line)) return 'thanks';
  return NODS.test(line) ? 'nod' : null;
}

function isDirectQuestion(said: string): boolean {
  return readText(said).sentences.some(({ isQuestion }) => isQuestion);
}

/** A passage for a reply: one paragraph, without list and heading marks, followed by its citation. */
function saidPassage(passage: SourcePassage): string {
  const text = paragraphOf(passage.text);
  const source = passage.source.replace(/\s+/gu, ' ').trim();
  const citation = source === '' ? '' : ` (“${source}”)`;
  const body = trimEnd(text, /[.!?…。！？]/u);
  // A full stop moves after the citation; other punctuation stays before it.
  return /^[.。]?$/u.test(text.slice(body.length)) ? `${body}${citation}.` : `${text}${citation}.`;
}

/** Whether a message contains a passage, regardless of line breaks. */
function isSaidIn(passage: SourcePassage, message: string): boolean {
  return singleSpaced(message).includes(singleSpaced(saidPassage(passage)));
}

function paragraphOf(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:[-*+•]|#{1,6}|>|\d{1,3}[.)])\s+/u, '').trim());
  const whole = lines
    .filter((line) => line !== '')
    .join(' ')
    .replace(/\s+/gu, ' ');
  if (whole.length <= MAX_SAID_LENGTH) return whole;
  const begun = whole.slice(0, MAX_SAID_LENGTH);
  const sentences = /^.*[.!?。！？](?=\s|$)/su.exec(begun)?.[0];
  return (
    sentences ??
    `${begun
      .slice(0, begun.lastIndexOf(' ') + 1 || MAX_SAID_LENGTH)
      .trimEnd()
      .toWellFormed()}…`
  );
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
