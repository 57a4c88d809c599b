import type { Message, MessagePart } from '#session/protocol.ts';

import type { DraftPart, DraftTextPart } from '../../protocol.ts';
import type { OpenDraft } from './draft-splitter.ts';

/**
 * The number of drafts that earlier parts of a reply have begun, and the draft that is still open. `earlier`: oldest
 * first.
 */
export function begunDrafts(earlier: readonly Pick<Message, 'parts'>[]): {
  readonly blocks: number;
  readonly open: OpenDraft | null;
} {
  const parts = earlier.flatMap((message) => message.parts ?? []);
  const heads = parts.filter(isHead);
  const last = heads.at(-1);
  const blocks = heads.reduce((most, { block }) => Math.max(most, block), 0);
  if (!last?.isOpen) return { blocks, open: null };
  const { block, title } = last;
  const text = parts.flatMap((part) => (isText(part) && part.block === block ? [part.text] : [])).join('');
  return { blocks, open: { block, title, text } };
}

const isHead = (part: MessagePart): part is DraftPart => part.type === 'draft';
const isText = (part: MessagePart): part is DraftTextPart => part.type === 'draft-text';

/** The replies that a reply continues, oldest first. */
export function continuedBy(messages: readonly Message[], first: string | undefined): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const chain: Message[] = [];
  for (let id = first; id !== undefined && chain.length < messages.length;) {
    const message = byId.get(id);
    if (!message) break;
    chain.unshift(message);
    id = message.continues;
  }
  return chain;
}
