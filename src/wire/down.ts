import { z } from 'zod';

import {
  rabbitholeDeclined,
  rabbitholeDetected,
  rabbitholeEntered,
  rabbitholeExited,
} from '#modes/rabbit-hole/protocol.ts';
import {
  helpRequested,
  messageEvaluated,
  overlayDismissed,
  pointRecalled,
  pointTold,
  sessionCompleteOverlay,
  sessionStarted,
} from '#modes/recall/asking/protocol.ts';
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
  replyWaiting,
  sessionComplete,
  sessionPaused,
  sessionResumed,
  sessionSnapshot,
  sessionSummaryChanged,
  titleChanged,
  troubleNoted,
  turnReopened,
  userMessageStored,
} from '#session/protocol.ts';

/** The events of a log as a client sees them: in order of `seq`, without gaps. */
export const clientEvent = z.discriminatedUnion('type', [
  sessionStarted,
  userMessageStored,
  replyStarted,
  turnReopened,
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
  helpRequested,
  pointTold,
  sessionCompleteOverlay,
  overlayDismissed,
  rabbitholeDetected,
  rabbitholeDeclined,
  rabbitholeEntered,
  rabbitholeExited,
]);
export type ClientEvent = z.infer<typeof clientEvent>;

/** Everything the server may send on `/ws`. */
export const downMessage = z.discriminatedUnion('type', [
  hello,
  accepted,
  sessionSnapshot,
  sessionSummaryChanged,
  assistantChunk,
  replyWaiting,
  errorMessage,
  pong,
  clientEvent,
]);
export type DownMessage = z.infer<typeof downMessage>;
