import { z } from 'zod';

import { dismissOverlay } from '#modes/recall/protocol.ts';
import {
  endSession,
  leaveSession,
  ping,
  retryReply,
  stopReply,
  subscribe,
  unsubscribe,
  userMessage,
} from '#session/protocol.ts';

/** Everything a client may send on `/ws`. */
export const upMessage = z.discriminatedUnion('type', [
  subscribe,
  unsubscribe,
  userMessage,
  stopReply,
  retryReply,
  endSession,
  leaveSession,
  ping,
  dismissOverlay,
]);
export type UpMessage = z.infer<typeof upMessage>;

/** What a client may ask of one session: the up messages that `decide` answers. */
export type SessionCommand = Exclude<UpMessage, { type: 'subscribe' | 'unsubscribe' | 'ping' }>;
