import type { DraftPart, DraftTextPart } from '#modes/draft/protocol.ts';
import type { Message, MessagePart } from '#session/protocol.ts';

type Said = Pick<Message, 'id' | 'continues' | 'content' | 'parts'>;

/** Manual edits create versions of the draft. The reply holds the text that the writer wrote. */
const MAY_BE_EDITED = '[The draft may have been edited since]';

/**
 * Messages as an agent reads them, one string for each, oldest first. The drafts of a message are inserted where they
 * were written. A draft that is still open has no end mark; one that continues in the next message has its heading only
 * once.
 */
export function inWords(messages: readonly Said[]): readonly string[] {
  const openIn = new Map(
    messages.map(({ id, parts = [] }) => [id, parts.filter(isDraft).find(({ isOpen }) => isOpen)]),
  );
  return messages.map(({ content, parts = [], continues = '' }) => {
    let from = 0;
    let words = '';
    for (const { block, at, title, isOpen } of parts.filter(isDraft)) {
      const text = parts.flatMap((part) => (isText(part) && part.block === block ? [part.text] : [])).join('');
      const heading = openIn.get(continues)?.block === block ? '' : `[Draft: ${title}]\n`;
      words += `${content.slice(from, at)}${heading}${text}${isOpen ? '' : '\n[End of draft]'}`;
      from = at;
    }
    return words + content.slice(from);
  });
}

/** The same for the conversation so far. After a reply with a complete draft, notes that the draft may have changed. */
export function earlierInWords(messages: readonly Said[]): readonly string[] {
  return inWords(messages).map((words, index) =>
    messages[index]?.parts?.some((part) => isDraft(part) && !part.isOpen) ? `${words}\n${MAY_BE_EDITED}` : words,
  );
}

const isDraft = (part: MessagePart): part is DraftPart => part.type === 'draft';
const isText = (part: MessagePart): part is DraftTextPart => part.type === 'draft-text';
