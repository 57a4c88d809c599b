import { z } from 'zod';

import { event, id, seq, sessionStartedBase } from '#session/protocol.ts';

import { grade } from '../scheduling/protocol.ts';
import { pointImage } from '../sets/protocol.ts';
import { MAX_POINTS_PER_SET } from '../sets/protocol.ts';

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
  /** Does nothing in free recall, when no single point is asked for. */
  ifAsked: z.literal(true).optional(),
});
export type HelpKind = z.infer<typeof requestHelp>['kind'];
/** The person's decision on a row of a compare card. `grade` replaces the one that follows from the session. */
const cardAnswer = z.object({ pointId: id, isRecalled: z.boolean(), grade: grade.optional() });
export type CardAnswer = z.infer<typeof cardAnswer>;
/** Decides the row with this point, on the latest card that has it. */
const answerSelfCheck = cardAnswer.extend({ type: z.literal('answer_self_check'), id, session: id });
/**
 * Answers rows of a compare card. Rows that are not named stay open and can be answered later while the session is
 * open, including those of earlier cards. If the card waits for an answer, the tutor continues.
 */
const answerCard = z.object({
  type: z.literal('answer_card'),
  id,
  session: id,
  cardId: id,
  answers: z.array(cardAnswer).max(MAX_POINTS_PER_SET),
});
export const recallStarted = sessionStartedBase.extend({
  mode: z.literal('recall'),
  messageId: id,
  openingMessage: z.string(),
  /** The first of its sets. */
  setId: id,
  /** All of its sets, if there are several. */
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
  /** The message on the trunk that recalled it. Absent in a rabbit hole, where no circle fills. */
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
 * Visible words revealed a point. Which point stays on the server. `isAnswer`: the reply was meant to tell it, so it
 * comes back tomorrow.
 */
const pointTold = z.object({
  type: z.literal('point_told'),
  ...event,
  messageId: id,
  isAnswer: z.literal(true).optional(),
});
/** Older sessions: the message with this id quotes a point and asks the person whether they meant it. */
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
const cardRow = z.object({
  pointId: id,
  text: z.string(),
  /** The question of the point, if it has one. */
  question: z.string().optional(),
  /** The person's words that came near; can be empty. */
  quote: z.string(),
  /** The evaluator credited it without asking. */
  isCertain: z.boolean(),
  /** The grade of “I had it” if help lowered it: easy is not possible then. */
  counts: z.enum(['again', 'hard']).optional(),
});
/**
 * A compare card: points beside the person's words that came near, for the person to decide. `messageId`: the message
 * to compare; absent if a point is shown without an attempt.
 */
const cardShown = z.object({
  type: z.literal('card_shown'),
  ...event,
  cardId: id,
  messageId: id.optional(),
  rows: z.array(cardRow).min(1),
});
const cardAnswered = z.object({
  type: z.literal('card_answered'),
  ...event,
  cardId: id,
  answers: z.array(cardAnswer),
});
/** Takes back the answer to one row: the row is as it was when the card was shown. */
const cardAnswerUndone = z.object({ type: z.literal('card_answer_undone'), ...event, cardId: id, pointId: id });
/** The person asked a question at an open card: it still waits. */
const cardReopened = z.object({ type: z.literal('card_reopened'), ...event, cardId: id });
/** The next hint for the current question; null without one. Sent when it changes. */
const nextHint = z.enum(['narrower', 'cloze', 'first-letters']).nullable();
const hintChanged = z.object({ type: z.literal('hint_changed'), ...event, next: nextHint });
const sessionCompleteOverlay = z.object({ type: z.literal('session_complete_overlay'), ...event });
const overlayDismissed = z.object({
  type: z.literal('overlay_dismissed'),
  ...event,
  choice: z.enum(['continue', 'done']),
});

export const recallUpMessages = [dismissOverlay, requestHelp, answerSelfCheck, answerCard] as const;
export const recallEvents = [
  messageEvaluated,
  pointRecalled,
  helpRequested,
  pointTold,
  selfCheckAsked,
  selfCheckAnswered,
  selfCheckUndone,
  cardShown,
  cardAnswered,
  cardAnswerUndone,
  cardReopened,
  hintChanged,
  sessionCompleteOverlay,
  overlayDismissed,
] as const;

const compareCard = z.object({
  cardId: id,
  messageId: id.nullable(),
  /** The seq of the event that showed the card. */
  seq,
  rows: z.array(cardRow.extend({ decision: z.enum(['recalled', 'missed']).nullable() })),
  /** It waits for an answer. A card is no longer open after the next question. At most the last card is open. */
  isOpen: z.boolean(),
});
export type CompareCard = z.infer<typeof compareCard>;

/** A recall session as the page sees it. */
const recallState = z.object({
  /** The first of its sets. */
  setId: id,
  /** All of its sets, in the order of asking. */
  setIds: z.array(id),
  pointIds: z.array(id),
  recalledIds: z.array(id),
  /** The messages on the trunk that recalled points, by point. */
  recalledBy: z.record(z.string(), id),
  /** The compare cards, in the order in which they were shown. */
  cards: z.array(compareCard),
  /** Older sessions: the unanswered self-check: its point and the message that quotes it. */
  selfCheck: z.object({ pointId: id, messageId: id }).nullable(),
  /** The answers to self-checks, by the message that asked. */
  selfCheckAnswers: z.record(z.string(), z.boolean()),
  /** The next hint for the current question; null without one. Absent while unknown. */
  nextHint: nextHint.optional(),
  /** Replies that told a point, which comes back tomorrow. */
  tellingIds: z.array(id),
  /** Every point is recalled, and the person has not yet chosen whether to continue. */
  overlay: z.boolean(),
  /** The overlay has been shown, so nothing is left to ask for. */
  overlayShown: z.boolean(),
});
export type RecallView = z.infer<typeof recallState>;

/** `GET /api/recall/sessions/:session/asked-images`: `seq` is that of the message that asked. */
export const askedImages = z.object({ asked: z.array(z.object({ seq: z.number(), images: z.array(pointImage) })) });
export type AskedImages = z.infer<typeof askedImages>;

/** `GET /api/agents`: the agent of each role for a person now. */
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
