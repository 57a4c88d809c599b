import { z } from 'zod';

import { declineRabbithole, enterRabbithole, exitRabbithole, openRabbithole } from '#modes/rabbit-hole/protocol.ts';
import { dismissOverlay, requestHelp } from '#modes/recall/asking/protocol.ts';
import {
  continueReply,
  endSession,
  leaveSession,
  ping,
  resumeSession,
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
  continueReply,
  endSession,
  leaveSession,
  resumeSession,
  ping,
  dismissOverlay,
  requestHelp,
  enterRabbithole,
  openRabbithole,
  exitRabbithole,
  declineRabbithole,
]);
export type UpMessage = z.infer<typeof upMessage>;

/** What a client may ask of one session: the up messages that `decide` answers. */
export type SessionCommand = Exclude<UpMessage, { type: 'subscribe' | 'unsubscribe' | 'ping' }>;
