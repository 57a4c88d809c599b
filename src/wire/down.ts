import { z } from 'zod';

import {
  messageEvaluated,
  overlayDismissed,
  pointRecalled,
  sessionCompleteOverlay,
  sessionStarted,
} from '#modes/recall/protocol.ts';
import {
  accepted,
  assistantChunk,
  assistantComplete,
  assistantInterrupted,
  errorMessage,
  hello,
  modeEntered,
  modeLeft,
  pong,
  replyStarted,
  sessionComplete,
  sessionPaused,
  sessionResumed,
  sessionSnapshot,
  sessionSummaryChanged,
  titleChanged,
  troubleNoted,
  userMessageStored,
} from '#session/protocol.ts';

/** The events of a log as a client sees them: in order of `seq`, without gaps. */
export const clientEvent = z.discriminatedUnion('type', [
  sessionStarted,
  userMessageStored,
  replyStarted,
  assistantComplete,
  assistantInterrupted,
  troubleNoted,
  modeEntered,
  modeLeft,
  sessionPaused,
  sessionResumed,
  sessionComplete,
  titleChanged,
  messageEvaluated,
  pointRecalled,
  sessionCompleteOverlay,
  overlayDismissed,
]);
export type ClientEvent = z.infer<typeof clientEvent>;

/** Everything the server may send on `/ws`. */
export const downMessage = z.discriminatedUnion('type', [
  hello,
  accepted,
  sessionSnapshot,
  sessionSummaryChanged,
  assistantChunk,
  errorMessage,
  pong,
  clientEvent,
]);
export type DownMessage = z.infer<typeof downMessage>;
