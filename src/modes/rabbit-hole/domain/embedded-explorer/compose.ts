import type { DetectorMessage } from '../detection.ts';
import type { SourcePassage, Surroundings } from '../surroundings.ts';
import type { Match, PassageIndex } from './passage-index.ts';
import { isSaidIn, saidPassage } from './said-passage.ts';
import { searchTermsOf } from './terms.ts';
import {
  ELSEWHERE_LEADS,
  INVITATIONS,
  LEADS,
  linkTo,
  NEAR_LEADS,
  nothingMore,
  nothingOn,
  onlyFrom,
  pick,
} from './wordings.ts';

/**
 * Minimum share of the query that a relevant passage contains; less is near or chance. Passages may be points that
 * are still to be recalled, so chance matches are excluded.
 */
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

/** One message of the explorer without a model. Equal conversations get equal messages. */
export function composeExploration({ surroundings, index, history }: Exploration): string {
  const replies = history.filter(({ author }) => author === 'assistant').map(({ content }) => content);
  const asked = history.filter(({ author }) => author === 'person');
  const turn = replies.length;
  const isOpening = asked.length <= 1;
  const { topic } = surroundings;
  const from = setNamed(surroundings.setName);
  // The opening turn has no words of the person, so the topic is the query.
  const matches = speakingOf(isOpening ? topic : (asked.at(-1)?.content ?? ''), topic, index);
  const isFresh = (passage: SourcePassage) => !replies.some((reply) => isSaidIn(passage, reply));
  const fresh = matches.filter(({ passage }) => isFresh(passage));
  const own = isOpening ? [onlyFrom(from)] : [];
  const invitation = pick(INVITATIONS, turn);

  const [found] = fresh;
  if (found) {
    const speaks = found.share >= SPEAKS;
    const lead = speaks && isOpening ? '' : `${pick(speaks ? LEADS : NEAR_LEADS, turn)} `;
    const said = `${lead}${saidPassage(found.passage)}`;
    return paragraphs([said, linkedTo(found, fresh, { index, turn }), ...own, invitation]);
  }
  const plain =
    matches.length > 0 ? nothingMore(from, turn) : nothingOn(isOpening ? quoted(topic) : 'that', from, turn);
  const beside = isOpening ? null : besideIt({ surroundings, index, history }, isFresh);
  const offered = beside === null ? '' : `${pick(ELSEWHERE_LEADS, turn)} ${saidPassage(beside)}`;
  return paragraphs([plain, offered, ...own, invitation]);
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

/** A second passage that shares a telling word with the first: among those found, else among all. */
function linkedTo(
  first: Match,
  others: readonly Match[],
  { index, turn }: { index: PassageIndex; turn: number },
): string {
  for (const { passage } of others.slice(1)) {
    const word = index.sharedWord(first.passage, passage);
    if (word !== null) return `${linkTo(word, turn)} ${saidPassage(passage)}`;
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
    const match = speakingOf(text, '', index).find(({ passage }) => isFresh(passage));
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

function quoted(topic: string): string {
  const line = topic.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_TOPIC_LENGTH
    ? `“${line}”`
    : `“${line.slice(0, MAX_TOPIC_LENGTH).trimEnd().toWellFormed()}…”`;
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
