import { addMessage } from '#session/domain/messages.ts';
import type { ModeMessages } from '#session/domain/mode-messages.ts';
import { partsField, withPart } from '#session/domain/parts.ts';
import type { ClientEvent, Message } from '#session/protocol.ts';

type PartEvent = Extract<ClientEvent, { type: 'chat_tool_call' | 'chat_tool_result' | 'chat_about' }>;

/** Applies the events and texts of a chat to the messages of a transcript. */
export const chatMessages: ModeMessages = {
  types: ['chat_message', 'chat_tool_call', 'chat_tool_result', 'chat_about'],
  fold(messages, event) {
    switch (event.type) {
      case 'chat_message': {
        const { message, isReplacement, follows, seq, at } = event;
        // The message can be older than the loaded ones.
        if (isReplacement && !messages.some(({ id }) => id === message.id)) return messages;
        const { parts, status, ...written } = message;
        const added = addMessage(messages, {
          ...written,
          ...partsField(parts),
          seq,
          at,
          status: status === 'open' ? 'streaming' : 'complete',
        });
        return follows === undefined ? added : placed(added, message.id, follows);
      }
      case 'chat_tool_call':
      case 'chat_tool_result':
      case 'chat_about':
        return messages.map((message) => (message.id === event.messageId ? withChange(message, event) : message));
      default:
        return messages;
    }
  },
  show(messages, shown) {
    if (shown.type !== 'chat_message_update') return messages;
    const { messageId, offset, contentDelta } = shown;
    const index = messages.findLastIndex(({ id }) => id === messageId);
    const message = messages[index];
    if (message?.status !== 'streaming') return messages;
    if (offset > message.content.length) return null;
    return messages.with(index, { ...message, content: message.content.slice(0, offset) + contentDelta });
  },
};

function withChange(message: Message, event: PartEvent): Message {
  const { parts = [] } = message;
  if (event.type === 'chat_tool_call') return { ...message, parts: [...withPart(parts, event.toolCall)] };
  if (event.type === 'chat_about') return { ...message, parts: [...withPart(parts, event.about)] };
  const { toolCallId, output, isError, details } = event;
  const change = { ...details, output, isError, isComplete: true };
  return { ...message, parts: parts.map((part) => (part.id === toolCallId ? { ...part, ...change } : part)) };
}

/** Moves a message behind another one, which can be older than the loaded ones. */
function placed(messages: readonly Message[], id: string, follows: string): readonly Message[] {
  const moved = messages.find((message) => message.id === id);
  const others = messages.filter((message) => message !== moved);
  const index = others.findIndex((message) => message.id === follows);
  return moved && index >= 0 ? others.toSpliced(index + 1, 0, moved) : messages;
}
