import { useEffect } from 'react';

import type { Message } from '../../protocol.ts';
import type { OpenSession } from '../mode-screen.ts';

/** The message with an id, on any thread. Older messages are loaded until it is among them. */
export function useNamedMessage(
  { state, older, hasOlder }: OpenSession,
  messageId: string | null,
  loadOlder: () => Promise<void>,
): Message | undefined {
  const named = messageId === null ? undefined : [...older, ...state.messages].find(({ id }) => id === messageId);
  const isHeld = named !== undefined;
  useEffect(() => {
    if (messageId !== null && !isHeld && hasOlder) loadOlder().catch(() => undefined);
  }, [messageId, isHeld, hasOlder, older, loadOlder]);
  return named;
}
