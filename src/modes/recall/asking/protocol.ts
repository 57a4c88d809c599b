import { z } from 'zod';

import { event, id, sessionStartedBase } from '#session/protocol.ts';

/** Messages of a recall session, up and down. */

const dismissOverlay = z.object({
  type: z.literal('dismiss_overlay'),
  id,
  session: id,
  choice: z.enum(['continue', 'done']),
});
/** Help that the person can ask for at any time. `tell` exposes the point asked for. */
const requestHelp = z.object({
  type: z.literal('request_help'),
  id,
  session: id,
  kind: z.enum(['hint', 'forgotten', 'tell']),
});
export type HelpKind = z.infer<typeof requestHelp>['kind'];
/** The person says whether they meant the point that the standing self-check quotes. */
const answerSelfCheck = z.object({
  type: z.literal('answer_self_check'),
  id,
  session: id,
  pointId: id,
  isRecalled: z.boolean(),
});
/** The first event of a recall session. */
export const recallStarted = sessionStartedBase.extend({
  mode: z.literal('recall'),
  messageId: id,
  openingMessage: z.string(),
  /** The first of its sets. */
  setId: id,
  /** All of them, if it asks for several. */
  setIds: z.array(id).optional(),
  /** In the order of the set. Their text stays on the server until the session is over. */
  pointIds: z.array(id),
  totalPoints: z.int(),
  recalledCount: z.int(),
});
const pointRecalled = z.object({
  type: z.literal('point_recalled'),
  ...event,
  pointId: id,
  /** The message on the trunk that recalled it. Omitted in a rabbit hole, where no circle fills. */
  messageId: id.optional(),
  recalledCount: z.int(),
  totalPoints: z.int(),
});
/** One message was evaluated against all unchecked points. The result stays on the server. */
const messageEvaluated = z.object({ type: z.literal('message_evaluated'), ...event, messageId: id });
/** The person pressed a help button; the message with this id shows it in the transcript. */
const helpRequested = z.object({
  type: z.literal('help_requested'),
  ...event,
  messageId: id,
  kind: z.enum(['hint', 'forgotten', 'tell']),
});
/**
 * Visible words gave a point away. Which point stays on the server. `isAnswer`: they were to tell it, so it comes back
 * tomorrow.
 */
const pointTold = z.object({
  type: z.literal('point_told'),
  ...event,
  messageId: id,
  isAnswer: z.literal(true).optional(),
});
/** The message with this id quotes a point and asks the person whether they meant it. */
const selfCheckAsked = z.object({ type: z.literal('self_check_asked'), ...event, messageId: id, pointId: id });
const selfCheckAnswered = z.object({
  type: z.literal('self_check_answered'),
  ...event,
  messageId: id,
  pointId: id,
  isRecalled: z.boolean(),
});
/** The answer was taken back: the self-check counts as not answered. */
const selfCheckUndone = z.object({
  type: z.literal('self_check_undone'),
  ...event,
  messageId: id,
  pointId: id,
  recalledCount: z.int(),
});
const sessionCompleteOverlay = z.object({ type: z.literal('session_complete_overlay'), ...event });
const overlayDismissed = z.object({
  type: z.literal('overlay_dismissed'),
  ...event,
  choice: z.enum(['continue', 'done']),
});

export const recallUpMessages = [dismissOverlay, requestHelp, answerSelfCheck] as const;
/** Recall's events, except the first one of a session. */
export const recallEvents = [
  messageEvaluated,
  pointRecalled,
  helpRequested,
  pointTold,
  selfCheckAsked,
  selfCheckAnswered,
  selfCheckUndone,
  sessionCompleteOverlay,
  overlayDismissed,
] as const;

/** A recall session as the page sees it. */
const recallState = z.object({
  /** The first of its sets. */
  setId: id,
  /** All of them, in the order in which they are asked for. */
  setIds: z.array(id),
  pointIds: z.array(id),
  recalledIds: z.array(id),
  /** The messages on the trunk that recalled points, by point. */
  recalledBy: z.record(z.string(), id),
  /** The self-check that waits for an answer: its point and the message that quotes it. */
  selfCheck: z.object({ pointId: id, messageId: id }).nullable(),
  /** The answers to self-checks, by the message that asked. */
  selfCheckAnswers: z.record(z.string(), z.boolean()),
  /** Replies that told a point, which comes back tomorrow. */
  tellingIds: z.array(id),
  /** Every point is recalled, and the person has not yet chosen whether to continue. */
  overlay: z.boolean(),
  /** The overlay has been shown; it is shown only once. */
  overlayShown: z.boolean(),
});
export type RecallView = z.infer<typeof recallState>;

/** `GET /api/agents`: what plays each role for a person now. */
export const agent = z.object({
  role: z.enum(['tutor', 'evaluator']),
  name: z.string(),
  embedded: z.boolean(),
  /** The address that requests are sent to; null if they stay on this machine. */
  destination: z.string().nullable(),
});
export type Agent = z.infer<typeof agent>;

declare module '#session/protocol.ts' {
  interface Commands {
    readonly recall: z.infer<(typeof recallUpMessages)[number]>;
  }
  interface Events {
    readonly recall: z.infer<(typeof recallEvents)[number]> | z.infer<typeof recallStarted>;
  }
}
