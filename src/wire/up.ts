import { z } from 'zod';

import { draftUpMessages } from '#modes/draft/protocol.ts';
import { exploreUpMessages } from '#modes/explore/protocol.ts';
import { rabbitholeUpMessages } from '#modes/rabbit-hole/protocol.ts';
import { recallUpMessages } from '#modes/recall/asking/protocol.ts';
import { chatUpMessages } from '#modes/terminal/chat/protocol.ts';
import { sessionUpMessages } from '#session/protocol.ts';

/** Everything that a client may send on `/ws`: the spine's messages, and one list for each mode. */
export const upMessage = z.discriminatedUnion('type', [
  ...sessionUpMessages,
  ...recallUpMessages,
  ...rabbitholeUpMessages,
  ...exploreUpMessages,
  ...draftUpMessages,
  ...chatUpMessages,
]);
export type UpMessage = z.infer<typeof upMessage>;

/** Commands to one session: the up messages that `decide` answers. */
export type SessionCommand = Exclude<UpMessage, { type: 'subscribe' | 'unsubscribe' | 'ping' }>;
