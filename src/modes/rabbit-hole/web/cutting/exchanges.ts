import { inConversationOrder } from '#session/domain/conversation-order.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';
import { plainText } from '#text/domain/plain-text.ts';

/** A message of the person with everything up to the next one: a cut takes complete exchanges. */
export interface Exchange {
  readonly id: string;
  readonly words: string;
  readonly messageIds: readonly string[];
}

const MAX_LENGTH = 60;
const MAX_READ = 400;

/** The exchanges of the trunk, oldest first. Messages before the first one open the session. */
export function exchangesOf(messages: readonly Message[]): readonly Exchange[] {
  const exchanges: { id: string; words: string; messageIds: string[] }[] = [];
  for (const { id, author, content } of inConversationOrder(messages.filter(({ thread }) => thread === TRUNK))) {
    if (author === 'person') exchanges.push({ id, words: shortened(content), messageIds: [id] });
    else exchanges.at(-1)?.messageIds.push(id);
  }
  return exchanges;
}

function shortened(content: string): string {
  const line = plainText(content.slice(0, MAX_READ)).replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).trimEnd()}…`;
}
