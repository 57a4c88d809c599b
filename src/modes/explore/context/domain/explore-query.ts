import { askedWords } from '#text/domain/answers.ts';
import { sidesOf } from '#text/domain/sides.ts';

/** A message of a conversation. */
export interface Said {
  readonly author: 'person' | 'assistant';
  readonly content: string;
  /** Of a message of a session. */
  readonly id?: string;
}

/** A message with fewer words of its own is about what was said before it as much as about itself. */
const FEW_WORDS = 3;
const MAX_TOPIC_LENGTH = 1_000;

/**
 * The queries for a message: the message alone, which finds what a change of subject is about, and the message with the
 * topic of its conversation, which finds what a follow-up is about. A message without words of its own, such as "tell
 * me more" or "who argues against it", is searched by the topic alone. A comparison is also searched by each of its sides. None, if there is no topic: “thanks” is about
 * nothing that a source could say.
 */
export function queriesOf(message: string, history: readonly Said[]): readonly string[] {
  const topic = topicOf(history);
  if (contentWords(message) === 0) return topic === '' ? [] : [topic];
  const own = [message, ...sidesOf(message)];
  return topic === '' ? own : [...own, `${topic}\n${message}`];
}

/**
 * The latest thing that the person spoke of: their last message with words of its own, and the one before a short one.
 */
function topicOf(history: readonly Said[]): string {
  const spoken = history.filter(({ author, content }) => author === 'person' && contentWords(content) > 0);
  const last = spoken.at(-1)?.content ?? '';
  const before = contentWords(last) < FEW_WORDS ? (spoken.at(-2)?.content ?? '') : '';
  return `${before}\n${last}`.trim().slice(-MAX_TOPIC_LENGTH);
}

const contentWords = (text: string) => askedWords(text).length;
