import { trimEnd } from '#text/domain/trim-ends.ts';

import type { DetectorMessage } from '../detection.ts';
import { readText } from '../embedded-detector/read-text.ts';
import type { SourcePassage, Surroundings } from '../surroundings.ts';
import { type Match, type PassageIndex, searchTermsOf } from './passage-index.ts';
import {
  ACKNOWLEDGED,
  ELSEWHERE_LEADS,
  INVITATIONS,
  LEADS,
  linksTo,
  NEAR_LEADS,
  nothingMore,
  nothingOn,
  onlyFrom,
  THANKED,
  unsaid,
} from './wordings.ts';

const MAX_SAID_LENGTH = 600;

const THANKS =
  /^(?:(?:ok(?:ay)?|oh|ah|great|cool|nice|super|alles klar|gut|merci|perfect)[\s,.!]*)*(?:many |vielen )?(?:thanks|thank you|thx|ty|cheers|danke(?: schön| sehr)?|dank)(?:[\s,](?:a lot|so much|very much|again|for (?:that|this|the help)|dir|dafür))*[\s,.!]*$/iu;
const NODS =
  /^(?:(?:ok(?:ay)?|k|oh|ah|aha|hm+(?!m)|mhm|cool|nice|great|good|wow|super|yes|yeah|yep|sure|right|alright|all right|interesting|fascinating|got it|i see|understood|makes sense|fair enough|good to know|ja|klar|gut|alles klar|interessant|verstehe|verstanden)[\s,.!…]*)+$/iu;

/** Minimum share of the query that a relevant passage contains; less is near or chance. */
const SPEAKS = 0.5;
const COMES_NEAR = 0.3;
/** Weight of the topic relative to the last message. */
const TOPIC_WEIGHT = 0.4;
const MAX_TOPIC_LENGTH = 80;

interface Exploration {
  readonly surroundings: Surroundings;
  readonly index: PassageIndex;
  readonly history: readonly DetectorMessage[];
}

/**
 * One message of the explorer without a model, which repeats no sentence of its earlier ones. A passage that is still
 * to be recalled is told only in answer to a direct question. Equal conversations get equal messages.
 */
export function composeExploration({ surroundings, index, history }: Exploration): string {
  const replies = history.filter(({ author }) => author === 'assistant').map(({ content }) => content);
  const asked = history.filter(({ author }) => author === 'person');
  const say = (wordings: readonly string[]) => unsaid(wordings, replies);
  const isOpening = asked.length <= 1;
  const said = isOpening ? '' : (asked.at(-1)?.content ?? '');
  const courtesy = courtesyOf(said);
  if (courtesy !== null) return paragraphs([say(courtesy === 'thanks' ? THANKED : ACKNOWLEDGED), say(INVITATIONS)]);

  const { topic } = surroundings;
  const from = surroundings.drawsFrom ?? setNamed(surroundings.setName);
  const isFresh = (passage: SourcePassage) => !replies.some((reply) => isSaidIn(passage, reply));
  const mayQuote = isDirectQuestion(said)
    ? ({ passage, share }: Match) => !passage.isOpen || share >= SPEAKS
    : ({ passage }: Match) => !passage.isOpen;
  // The opening turn has no words of the person, so the topic is the query.
  const matches = speakingOf(isOpening ? topic : said, topic, index).filter(mayQuote);
  const fresh = matches.filter(({ passage }) => isFresh(passage));
  const own = isOpening ? [onlyFrom(from)] : [];

  const [found] = fresh;
  if (found) {
    const speaks = found.share >= SPEAKS;
    const lead = speaks && isOpening ? '' : say(speaks ? LEADS : NEAR_LEADS);
    const quotation = [lead, saidPassage(found.passage)].filter((part) => part !== '').join(' ');
    return paragraphs([quotation, linkedTo(found, fresh, { index, replies }), ...own, say(INVITATIONS)]);
  }
  const about = isOpening ? quoted(topic) : quoted(said);
  const plain = say(matches.length > 0 ? nothingMore(from) : nothingOn(about, from));
  const beside = isOpening ? null : besideIt({ surroundings, index, history }, isFresh);
  const offered = beside === null ? '' : [say(ELSEWHERE_LEADS), saidPassage(beside)].join(' ').trim();
  return paragraphs([plain, offered, ...own, say(INVITATIONS)]);
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

/** A second passage that shares a telling word with the first. */
function linkedTo(
  first: Match,
  others: readonly Match[],
  { index, replies }: { index: PassageIndex; replies: readonly string[] },
): string {
  for (const { passage } of others.slice(1)) {
    const word = passage.isOpen ? null : index.sharedWord(first.passage, passage);
    if (word !== null) return [unsaid(linksTo(word), replies), saidPassage(passage)].join(' ').trim();
  }
  return '';
}

/** If nothing matches the message: other passages on the topic, or on the previous message. */
function besideIt(
  { surroundings, index, history }: Exploration,
  isFresh: (passage: SourcePassage) => boolean,
): SourcePassage | null {
  const last = history.findLast(({ author }) => author === 'assistant')?.content ?? '';
  const said = index.passages.filter((passage) => isSaidIn(passage, last)).map(({ text }) => text);
  for (const text of [surroundings.topic, ...said]) {
    const match = speakingOf(text, '', index).find(({ passage }) => !passage.isOpen && isFresh(passage));
    if (match) return match.passage;
  }
  return null;
}

function weightsOf(text: string, weight: number): ReadonlyMap<string, number> {
  return new Map(searchTermsOf(text).map(({ stem }) => [stem, weight]));
}

function setNamed(name: string): string {
  const title = name.replace(/\s+/gu, ' ').trim();
  return title === '' ? 'this set' : `“${title}”`;
}

function quoted(words: string): string {
  const line = trimEnd(words.replace(/[“”„\s]+/gu, ' '), /[\s.!?]/u).trim();
  return line.length <= MAX_TOPIC_LENGTH
    ? `“${line}”`
    : `“${line.slice(0, MAX_TOPIC_LENGTH).trimEnd().toWellFormed()}…”`;
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Whether a message only thanks or only acknowledges; null for one with content. */
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
  // A full stop follows the citation; other punctuation stays before it.
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
