import type { EventBody, SessionEvent } from './event.ts';

/** The thread of the session's own mode. */
export const TRUNK = 'trunk';

const BRANCH = 'branch-';

/** The thread that an edited message and what followed it move to. */
export const branchThread = (newId: string): string => `${BRANCH}${newId}`;

export const isBranch = (thread: string): boolean => thread.startsWith(BRANCH);

/**
 * The thread whose messages an event adds or changes; null if it adds none. `conversation_branched` moves what other
 * events said, and a mode's own messages are read by no reply: both are null.
 */
export function threadOf(event: EventBody): string | null {
  switch (event.type) {
    case 'session_started':
      return event.openingMessage === undefined ? null : TRUNK;
    case 'user_message':
    case 'reply_started':
    case 'assistant_complete':
    case 'assistant_interrupted':
    case 'trouble_noted':
      return event.thread;
    case 'session_resumed':
      return event.recap?.thread ?? null;
    default:
      return null;
  }
}

/** The message that an event of a thread adds or changes. */
function messageOf(event: EventBody): string | undefined {
  if (event.type === 'session_resumed') return event.recap?.messageId;
  return 'messageId' in event ? event.messageId : undefined;
}

/**
 * Of events before a branch, in their order, those of the messages that move to it, and of replies that these replaced.
 */
export function eventsThatMove(events: readonly SessionEvent[], moved: readonly string[]): readonly SessionEvent[] {
  const leaving = new Set<string | undefined>(moved);
  for (const event of events.toReversed())
    if (event.type === 'reply_started' && leaving.has(event.messageId)) leaving.add(event.replaces);
  leaving.delete(undefined);
  return events.filter((event) => leaving.has(messageOf(event)));
}
