import type { DraftPart, DraftTextPart } from '#modes/draft/protocol.ts';
import type { Message, MessagePart } from '#session/protocol.ts';

/**
 * A message as an agent reads it: what was said, with the drafts that were written in it where they stood. A draft that is
 * still open has no end yet.
 */
export function inWords({ content, parts = [] }: Pick<Message, 'content' | 'parts'>): string {
  const drafts = parts.filter(isDraft);
  if (drafts.length === 0) return content;
  let from = 0;
  let words = '';
  for (const { block, at, title, isOpen } of drafts) {
    const text = parts.flatMap((part) => (isText(part) && part.block === block ? [part.text] : [])).join('');
    words += `${content.slice(from, at)}[Draft: ${title}]\n${text}${isOpen ? '' : '\n[End of draft]'}`;
    from = at;
  }
  return words + content.slice(from);
}

const isDraft = (part: MessagePart): part is DraftPart => part.type === 'draft';
const isText = (part: MessagePart): part is DraftTextPart => part.type === 'draft-text';
