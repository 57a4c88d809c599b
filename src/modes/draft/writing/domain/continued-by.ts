import type { Message } from '#session/protocol.ts';

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
