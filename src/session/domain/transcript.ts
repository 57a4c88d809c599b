import type { Message } from '../protocol.ts';
import { inConversationOrder } from './conversation-order.ts';
import { isBranch, TRUNK } from './thread.ts';

/** The messages of a session as Markdown: the trunk, then what was said in other modes and before an edit. */
export function transcript(messages: readonly Message[]): string {
  const threads = Map.groupBy(messages, ({ thread }) => thread);
  const trunk = threads.get(TRUNK) ?? [];
  threads.delete(TRUNK);
  const others = [...threads].map(
    ([thread, said]) => `## ${isBranch(thread) ? 'Before an edit' : 'Aside'}\n\n${conversation(said)}`,
  );
  return [conversation(trunk), ...others].filter((part) => part !== '').join('\n');
}

function conversation(messages: readonly Message[]): string {
  return inConversationOrder(messages).map(said).join('\n');
}

function said(message: Message): string {
  const parts = message.parts?.length ?? 0;
  const rest = parts === 0 ? '' : `\n\n*(${parts} ${parts === 1 ? 'part' : 'parts'}: see the JSON file)*`;
  const end = message.status === 'complete' ? '' : ` (${message.status})`;
  return `### ${nameOf(message)}, ${new Date(message.at).toISOString()}${end}\n\n${message.content.trimEnd()}${rest}\n`;
}

function nameOf({ author, agent }: Message): string {
  if (author === 'person') return 'You';
  return author === 'notice' ? 'Notice' : (agent ?? 'Warren');
}
