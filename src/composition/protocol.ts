import { z } from 'zod';

import { libraryDownMessages } from '#library/storage/protocol.ts';
import { draftEvents, draftUpMessages } from '#modes/draft/protocol.ts';
import { exploreEvents, exploreStarted, exploreUpMessages } from '#modes/explore/protocol.ts';
import { rabbitholeEvents, rabbitholeUpMessages } from '#modes/rabbit-hole/protocol.ts';
import { recallEvents, recallStarted, recallUpMessages } from '#modes/recall/asking/protocol.ts';
import { chatDownMessages, chatEvents, chatUpMessages } from '#modes/terminal/chat/protocol.ts';
import { terminalEvents, terminalStarted } from '#modes/terminal/protocol.ts';
import { sessionDownMessages, sessionEvents, sessionStartedBase, sessionUpMessages } from '#session/protocol.ts';

/**
 * The schemas of everything on `/ws`: the spine's messages, and one list for each slice. The slices declare their types
 * (`session/protocol.ts`); a test compares both.
 */
export const upMessage = z.discriminatedUnion('type', [
  ...sessionUpMessages,
  ...recallUpMessages,
  ...rabbitholeUpMessages,
  ...exploreUpMessages,
  ...draftUpMessages,
  ...chatUpMessages,
]);

/** The first event of a log, by mode. A mode without extra fields needs no entry here. */
export const sessionStarted = z.union([recallStarted, exploreStarted, terminalStarted, sessionStartedBase]);

export const laterEvent = z.discriminatedUnion('type', [
  ...sessionEvents,
  ...recallEvents,
  ...rabbitholeEvents,
  ...exploreEvents,
  ...draftEvents,
  ...terminalEvents,
  ...chatEvents,
]);

export const clientEvent = z.union([sessionStarted, laterEvent]);

export const downMessage = z.union([
  z.discriminatedUnion('type', [...sessionDownMessages, ...libraryDownMessages, ...chatDownMessages]),
  clientEvent,
]);
