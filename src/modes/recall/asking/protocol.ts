import { z } from 'zod';

import { id, sessionStartedBase } from '#session/protocol.ts';

/** What crosses the wire for a recall session: its own messages up and down. */

const seq = z.int().nonnegative();
const event = { session: id, seq, at: z.int().nonnegative() };

const dismissOverlay = z.object({
  type: z.literal('dismiss_overlay'),
  id,
  session: id,
  choice: z.enum(['continue', 'done']),
});
/** What the learner may ask for at any time. `tell` exposes the point that is asked for. */
const requestHelp = z.object({
  type: z.literal('request_help'),
  id,
  session: id,
  kind: z.enum(['hint', 'forgotten', 'tell']),
});
export type HelpKind = z.infer<typeof requestHelp>['kind'];
/** The first event of a recall session. */
export const recallStarted = sessionStartedBase.extend({
  mode: z.literal('recall'),
  messageId: id,
  openingMessage: z.string(),
  setId: id,
  /** In the order of the set; their text stays with the server until the session is over. */
  pointIds: z.array(id),
  totalPoints: z.int(),
  recalledCount: z.int(),
});
const pointRecalled = z.object({
  type: z.literal('point_recalled'),
  ...event,
  pointId: id,
  recalledCount: z.int(),
  totalPoints: z.int(),
});
/** One message was read against all unchecked points. What was found stays with the server. */
const messageEvaluated = z.object({ type: z.literal('message_evaluated'), ...event, messageId: id });
/** The learner asked for help with a button; what it says in the transcript is the message of this id. */
const helpRequested = z.object({
  type: z.literal('help_requested'),
  ...event,
  messageId: id,
  kind: z.enum(['hint', 'forgotten', 'tell']),
});
/** Words that were shown gave a point away. Which one stays with the server. */
const pointTold = z.object({ type: z.literal('point_told'), ...event, messageId: id });
const sessionCompleteOverlay = z.object({ type: z.literal('session_complete_overlay'), ...event });
const overlayDismissed = z.object({
  type: z.literal('overlay_dismissed'),
  ...event,
  choice: z.enum(['continue', 'done']),
});

export const recallUpMessages = [dismissOverlay, requestHelp] as const;
/** Recall's events, except the first one of a session. */
export const recallEvents = [
  messageEvaluated,
  pointRecalled,
  helpRequested,
  pointTold,
  sessionCompleteOverlay,
  overlayDismissed,
] as const;

/** A recall session as the page sees it. */
const recallState = z.object({
  setId: id,
  pointIds: z.array(id),
  recalledIds: z.array(id),
  /** Every point is recalled and the person has not said yet whether to go on. */
  overlay: z.boolean(),
  /** The overlay was shown; it is shown once. */
  overlayShown: z.boolean(),
});
export type RecallView = z.infer<typeof recallState>;

/** `GET /api/agents`: who plays a role for a person now. */
export const agent = z.object({
  role: z.enum(['tutor', 'evaluator']),
  name: z.string(),
  embedded: z.boolean(),
  /** Where what is said goes; null where it stays on this machine. */
  destination: z.string().nullable(),
});
export type Agent = z.infer<typeof agent>;
