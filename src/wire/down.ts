import { z } from 'zod';

import { libraryDownMessages } from '#library/storage/protocol.ts';
import { draftEvents } from '#modes/draft/protocol.ts';
import { exploreEvents, exploreStarted } from '#modes/explore/protocol.ts';
import { rabbitholeEvents } from '#modes/rabbit-hole/protocol.ts';
import { recallEvents, recallStarted } from '#modes/recall/asking/protocol.ts';
import { chatDownMessages, chatEvents } from '#modes/terminal/chat/protocol.ts';
import { terminalEvents, terminalStarted } from '#modes/terminal/protocol.ts';
import { sessionDownMessages, sessionEvents, sessionStartedBase } from '#session/protocol.ts';

/** The first event of a log, by mode. A mode without extra fields needs no line here. */
const sessionStarted = z.union([recallStarted, exploreStarted, terminalStarted, sessionStartedBase]);

/** Every later event: the spine's, and one list for each mode. */
const laterEvent = z.discriminatedUnion('type', [
  ...sessionEvents,
  ...recallEvents,
  ...rabbitholeEvents,
  ...exploreEvents,
  ...draftEvents,
  ...terminalEvents,
  ...chatEvents,
]);

/** The events of a log as clients see them: in `seq` order, without gaps. */
export const clientEvent = z.union([sessionStarted, laterEvent]);
export type ClientEvent = z.infer<typeof clientEvent>;

/** Messages to all sockets of a person that belong to no session. */
const personMessage = z.discriminatedUnion('type', libraryDownMessages);
export type PersonMessage = z.infer<typeof personMessage>;

/** Everything that the server may send on `/ws`. */
export const downMessage = z.union([
  z.discriminatedUnion('type', [...sessionDownMessages, ...libraryDownMessages, ...chatDownMessages]),
  clientEvent,
]);
export type DownMessage = z.infer<typeof downMessage>;
