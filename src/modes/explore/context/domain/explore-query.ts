import { askedWords } from '#text/domain/answers.ts';
import { sidesOf } from '#text/domain/sides.ts';

export interface Said {
  readonly author: 'person' | 'assistant';
  readonly content: string;
  /** Absent outside a session. */
  readonly id?: string;
}

/** A message with fewer content words depends as much on the previous one as on itself. */
const FEW_WORDS = 3;
const MAX_TOPIC_LENGTH = 1_000;

/**
 * The queries for a message: the message alone, which serves a change of subject, and the message with the topic of its
 * conversation, which serves a follow-up. A message without content words, such as "tell me more" or "who argues
 * against it", is searched by the topic alone. A comparison is also searched by each of its sides. Returns no query
 * without a topic: a source has nothing to say about “thanks”.
 */
export function queriesOf(message: string, history: readonly Said[]): readonly string[] {
  const topic = topicOf(history);
  if (contentWords(message) === 0) return topic === '' ? [] : [topic];
  const own = [message, ...sidesOf(message)];
  return topic === '' ? own : [...own, `${topic}\n${message}`];
}

/**
 * The subject that the person last spoke of: their last message with content words, and the one before it if that
 * message is short.
 */
function topicOf(history: readonly Said[]): string {
  const spoken = history.filter(({ author, content }) => author === 'person' && contentWords(content) > 0);
  const last = spoken.at(-1)?.content ?? '';
  const before = contentWords(last) < FEW_WORDS ? (spoken.at(-2)?.content ?? '') : '';
  return `${before}\n${last}`.trim().slice(-MAX_TOPIC_LENGTH);
}

const contentWords = (text: string) => askedWords(text).length;
