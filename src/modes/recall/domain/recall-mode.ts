import { assert } from '#kernel/assert.ts';
import { entryOf } from '#kernel/entries.ts';
import { refuse } from '#kernel/refusal.ts';
import type { EventBody, SessionEvent } from '#session/domain/event.ts';
import type { Decision, FollowedEvent, ModeDomain, ModeContext, PlannedReply } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Problem, SessionCommand, SessionState } from '#session/protocol.ts';

import { answerCard, isOtherPoint, messageAtCard, undoCardAnswer } from '../asking/domain/cards/answer-card.ts';
import { askedCard, cardsOf, nearPoints, restOfCards } from '../asking/domain/cards/compared.ts';
import { saidToCard, withYesOrNo } from '../asking/domain/cards/in-words.ts';
import { creditable, gradedAt, withOwnWords } from '../asking/domain/credit.ts';
import { nextPlan } from '../asking/domain/cue-ladder.ts';
import { isNotAFailedAttempt, isQuestion, isSmallTalk } from '../asking/domain/failed-attempt.ts';
import { requestHelp } from '../asking/domain/help.ts';
import { foldedMessage, intentOf, intentOfHelp } from '../asking/domain/intent.ts';
import { hintAfter, isAskedThrough, nextQuestion } from '../asking/domain/next-question.ts';
import { isNewProblem, PROBLEM_INSIDE_ID, TUTOR_PROBLEM_ID, withoutSecrets } from '../asking/domain/problems.ts';
import { evaluationOf, lastEvaluation, lastQuestion, planOf, shownQuestion } from '../asking/domain/questions.ts';
import { foldRecall } from '../asking/domain/recall-fold.ts';
import {
  type EvaluatedHidden,
  isUnseen,
  type Preparation,
  type PreparedReading,
  progressOf,
  type RecalledHidden,
  type ReopenedHidden,
  type RecallHidden,
  type RecallState,
  type RecallTypes,
  type ReplyPlan,
  type RecallReport,
  type TutorFailed,
  unchecked,
  wasToldSinceAsked,
} from '../asking/domain/recall-state.ts';
import type { Intent } from '../asking/domain/rung.ts';
import { answerSelfCheck, undoSelfCheck } from '../asking/domain/self-check.ts';
import { withNewSubject } from '../asking/domain/session-sets.ts';
import { recapOf } from '../tutor/domain/recap.ts';
import { tellingEvents, tellingInside } from '../tutor/domain/reply-check/telling.ts';

/** Recall on the spine: progress of points, credits, and what to ask next. */
export const recallMode: ModeDomain<RecallTypes> = {
  fold: foldRecall,
  decide,
  prepared,
  unprepared,
  isPrepared,
  planReply,
  after,
  reported,
  before: (context, end) => (end === 'session_complete' ? problemInside(context) : []),
  recap: recapOf,
  summary: ({ overlay, recalledIds, pointIds }) => ({
    needsYou: overlay,
    lastLine: `${recalledIds.length} of ${pointIds.length} recalled`,
  }),
};

function decide(context: ModeContext<RecallState>, command: SessionCommand): Decision | undefined {
  if (command.type === 'request_help')
    return isInside(context.session)
      ? refuse('not-here', 'The tutor waits where you left. Return to the session first.')
      : requestHelp(context, command);
  if (command.type === 'user_message') return messageAtCard(context, command);
  if (command.type === 'answer_card') return answerCard(context, command);
  if (command.type === 'answer_self_check') {
    const { pointId } = command;
    if (context.state.selfCheck?.pointId === pointId) return answerSelfCheck(context, command);
    const card = context.state.cards.findLast(({ rows }) => rows.some((row) => row.pointId === pointId));
    return answerCard(context, { cardId: card?.cardId ?? '', answers: [command] });
  }
  if (command.type !== 'dismiss_overlay') return undefined;
  const { state } = context;
  if (!state.overlay) return refuse('no-overlay', 'There is nothing to dismiss here.');
  const events: EventBody[] = [{ type: 'overlay_dismissed', choice: command.choice }];
  return command.choice === 'done' ? { ok: true, events, follows: 'end-session' } : { ok: true, events };
}

/**
 * Credits the results of an evaluation. Each point is credited once, even if messages are evaluated again after a
 * crash.
 */
function prepared(context: ModeContext<RecallState>, _messageId: string, found: Preparation): readonly EventBody[] {
  const { readings, hasModelTutor } = found;
  const events: EventBody[] = [];
  let { state } = context;
  for (const reading of readings) {
    const { unread: waiting = [], toReadAgain = [] } = state.hidden ?? {};
    if (!waiting.includes(reading.messageId) && !toReadAgain.includes(reading.messageId)) continue;
    const cardId = `card-${context.newId}${events.length === 0 ? '' : `-${events.length}`}`;
    for (const body of readingEvents({ ...context, state }, reading, { hasModelTutor, cardId })) {
      events.push(body);
      state = foldRecall(state, { ...body, seq: context.session.head + events.length } as SessionEvent) ?? state;
    }
  }
  const { session } = context;
  const read = { ...context, state };
  if (session.turn !== null || events.length === 0) return events;
  // A result that arrives after the return has its full effect.
  if (!isInside(session) && wasSaidInside(context, readings)) return [...events, ...afterReturn(read)];
  // The turn was interrupted, so no reply follows: a completed set is shown at once.
  return [...events, ...overlayOf(read)];
}

function wasSaidInside({ state: { hidden } }: ModeContext<RecallState>, readings: readonly PreparedReading[]): boolean {
  return readings.some(({ messageId }) => hidden?.unreadInside.includes(messageId));
}

/** A rabbit hole is open, and the trunk is frozen. */
function isInside({ stack }: SessionState): boolean {
  return stack.length > 1;
}

/** Without a model, a session is complete when each point was asked for. */
function isCovered(state: RecallState): boolean {
  return state.recalledIds.length === state.pointIds.length || isAskedThrough(state);
}

interface Read {
  readonly hasModelTutor: boolean;
  /** The id for the card that compares the message. */
  readonly cardId: string;
}

function readingEvents(
  { session, state: before, newId }: ModeContext<RecallState>,
  reading: PreparedReading,
  { hasModelTutor, cardId }: Read,
): EventBody[] {
  const state = before.hidden ? { ...before, hidden: { ...before.hidden, hasModelTutor } } : before;
  const { messageId } = reading;
  const hidden = state.hidden;
  assert(hidden, 'readings are recorded where the points are known');
  const message = session.messages.find(({ id }) => id === messageId);
  const content = message?.content ?? '';
  const saidAt = message?.seq ?? session.head;
  const noticeOf = (trouble: Problem, problem: Problem): EventBody[] => {
    if (!isNewProblem(hidden.notedTroubles, trouble) || (message && message.thread !== TRUNK)) return [];
    if (isNoted(session, problem)) return [];
    const thread = message?.thread ?? session.turn?.thread ?? TRUNK;
    return [{ type: 'trouble_noted', messageId: `trouble-${newId}`, thread, problem }];
  };
  const intent = intentIn(hidden, { messageId, content });
  const { rung = null, pointId = null } = entryOf(hidden.answering, messageId) ?? {};
  const isForCard = isSaidToCard(state, content);
  const asked = hasModelTutor || isForCard ? undefined : unchecked(state).find(({ id }) => id === pointId);
  const read = 'failure' in reading ? [] : withYesOrNo(reading.evaluation.verdicts, { content, asked });
  // "Later" can be the answer, and so can "no".
  const isAnswer = asked !== undefined && read.some(({ id, verdict }) => id === asked.id && verdict !== 'absent');
  const isPlea = intent !== 'answers' && !isAnswer;
  const withModel = hasModelTutor && { hasModelTutor: true as const };
  // No card opens in a rabbit hole.
  const isCompared = message?.thread === TRUNK && !isInside(session) && !isForCard;
  const toShow =
    isCompared && intent === 'asks-to-be-told' && !isAnswer && !hasModelTutor
      ? askedCard({ session, state }, { cardId, message })
      : null;
  if ('failure' in reading) {
    const failure = withoutSecrets(reading.failure, secretsOf(state), 'The evaluator could not read it.');
    const found = {
      verdicts: [],
      feedback: '',
      failure,
      ...(isPlea && { isPlea }),
      ...(intent === 'skips' && { isNoMiss: true as const }),
      ...withModel,
    } satisfies EvaluatedHidden;
    const told = unread(failure, 'A message could not be checked against your points.', READ_AGAIN);
    const failed: EventBody = { type: 'message_evaluated', messageId, hidden: found };
    return [failed, ...noticeOf(failure, told), ...(toShow ? [toShow] : [])];
  }
  const open = unchecked(state);
  const { feedback } = reading.evaluation;
  const instead = reading.instead && withoutSecrets(reading.instead, secretsOf(state), 'The evaluator’s model failed.');
  const trouble = instead ?? reading.evaluation.trouble;
  // Typing back the text of a card is no recall: the person decides such a point on its card.
  const onCards = new Set([
    ...hidden.shownIds,
    ...state.cards.flatMap(({ rows }) => rows.map(({ pointId: id }) => id)),
  ]);
  const verdicts = withOwnWords(read, content, open).map((given) =>
    onCards.has(given.id) && given.verdict === 'expressed' ? { ...given, isUncertain: true as const } : given,
  );
  const credited = isForCard ? [] : creditable(reading.evaluation, content, open).filter(({ id }) => !onCards.has(id));
  const totalPoints = state.pointIds.length;
  const recalledIds = credited.map(({ id }) => id);
  const certain = new Set(recalledIds);
  const said = { content, verdicts, askedId: pointId };
  const near = isCompared ? nearPoints({ state }, said).filter(({ id }) => !certain.has(id)) : [];
  const isTried = near.some(({ id }) => id === pointId) || certain.has(pointId ?? '');
  const isNotFailed = hasModelTutor
    ? intent === 'skips' ||
      (!isPlea &&
        !isTried &&
        rung !== null &&
        pointId !== null &&
        isNotAFailedAttempt({ content, verdicts, recalledIds, pointId }))
    : !isTried && !(intent === 'gives-up' && gaveUpBefore(hidden, pointId));
  const found = {
    verdicts,
    feedback,
    ...(trouble && { trouble }),
    ...(isNotFailed && { isNoMiss: true as const }),
    ...withModel,
  };
  const compared = { cardId, message, askedId: pointId, near, certain: credited };
  const own = toShow ? [toShow] : isCompared && !isPlea ? cardsOf({ state }, { ...compared, message }) : [];
  // Compares earlier words before the next question asks for them.
  const since = { ...state, recalledIds: [...state.recalledIds, ...recalledIds] };
  const rest = isCompared && !isPlea && near.length === 0 ? restOfCards({ session, state: since }, newId) : null;
  const cards = rest ? [...own, rest] : own;
  return [
    { type: 'message_evaluated', messageId, hidden: found satisfies EvaluatedHidden },
    ...(trouble ? noticeOf(trouble, instead ?? unread(trouble, 'A message was checked only in part.', SAY_AGAIN)) : []),
    ...credited.map(({ id, confidence, quote }, index): EventBody => {
      const why: RecalledHidden = { messageId, confidence, quote, ...gradedAt(progressOf(hidden, id), saidAt) };
      const recalledCount = state.recalledIds.length + index + 1;
      const by = message?.thread === TRUNK && { messageId };
      return { type: 'point_recalled', pointId: id, ...by, recalledCount, totalPoints, hidden: why };
    }),
    ...cards,
  ];
}

/** Whether the last message also said that nothing of this point comes to mind: twice in a row is not mere filler. */
function gaveUpBefore(hidden: RecallHidden, pointId: string | null): boolean {
  const shown = shownQuestion(hidden);
  return pointId !== null && shown?.probe?.pointId === pointId && shown.intent === 'gives-up' && !shown.isNewPoint;
}

const READ_AGAIN = 'Nothing is lost: it is read again with your next message.';
const SAY_AGAIN = 'Nothing is lost: say it again if a point should have counted.';

/** Reports why a message could not be evaluated; the session continues. */
function unread({ message, remedy, ...rest }: Problem, what: string, then: string): Problem {
  return { ...rest, message: `${what} ${message}`, remedy: `${remedy} ${then}` };
}

function reported(context: ModeContext<RecallState>, report: RecallReport): Decision {
  if ('problem' in report) return tutorFailed(context, report);
  return 'cardId' in report ? undoCardAnswer(context, report) : undoSelfCheck(context, report);
}

/** Whether the transcript has a notice with this text, including one of another mode. */
function isNoted({ messages }: SessionState, { message }: Problem): boolean {
  return messages.some(({ author, problem }) => author === 'notice' && problem?.message === message);
}

/** Notes that the embedded tutor finished a reply, once for each reason. */
function tutorFailed({ session, state, newId }: ModeContext<RecallState>, { problem: failed }: TutorFailed): Decision {
  const problem = withoutSecrets(failed, secretsOf(state), 'The tutor’s model failed.');
  const isNew =
    state.hidden !== undefined && isNewProblem(state.hidden.notedTroubles, problem) && !isNoted(session, problem);
  const messageId = `${TUTOR_PROBLEM_ID}${newId}`;
  return { ok: true, events: isNew ? [{ type: 'trouble_noted', messageId, thread: TRUNK, problem }] : [] };
}

/** Texts that an error message must not repeat. */
function secretsOf(state: RecallState): readonly string[] {
  const reading = lastEvaluation(state.hidden);
  const notes = reading?.verdicts.map(({ observation }) => observation) ?? [];
  return [...unchecked(state).map(({ text }) => text), reading?.feedback ?? '', ...notes];
}

/**
 * The intent of a help button follows from its kind, that of another message from its words, unless "help" was the
 * right answer.
 */
function intentIn(hidden: RecallHidden, { messageId, content }: { messageId: string; content: string }): Intent {
  const button = entryOf(hidden.help, messageId)?.kind;
  if (button) return intentOfHelp(button);
  return evaluationOf(hidden, messageId)?.recalledIds.length ? 'answers' : intentOf(content);
}

/** A message whose reply was stopped before its evaluation is still evaluated, in order. */
function unprepared({ hidden }: RecallState, where?: 'inside'): string | null {
  return hidden?.unread.find((id) => where === undefined || hidden.unreadInside.includes(id)) ?? null;
}

/** A message without an evaluation is evaluated before its reply is retried. */
function isPrepared({ hidden }: RecallState, messageId: string): boolean {
  if (!hidden) return true;
  return !hidden.unread.includes(messageId) && !evaluationOf(hidden, messageId)?.failure;
}

/** The point of the question has been recalled or told since. */
function isSettled({ recalledIds, hidden }: RecallState): boolean {
  const last = lastQuestion(hidden);
  if (!hidden || !last?.probe) return false;
  return recalledIds.includes(last.probe.pointId) || (last.shownAt !== null && wasToldSinceAsked(hidden));
}

/** Replaces a question about a point that was recalled or told inside: instead of continuing it, asks another. */
function planReply(context: ModeContext<RecallState>, replyTo: string): PlannedReply | null {
  const { session, state } = context;
  const said = session.messages.find(({ id }) => id === replyTo);
  const card = state.cards.at(-1);
  const keepsCard = card?.isOpen && said !== undefined && said.seq > card.seq && { keepsCard: true as const };
  // An open card waits for the person, whose last message may have left it open.
  if (card?.isOpen && !keepsCard) return null;
  return { hidden: { ...replyPlan(context, replyTo), ...keepsCard }, isNew: isSettled(state) };
}

/** A retried reply keeps its plan: a retry is not a failed answer. */
function replyPlan(context: ModeContext<RecallState>, replyTo: string): ReplyPlan {
  const { session, state } = context;
  const { hidden } = state;
  assert(hidden, 'replies are planned where the points are known');
  const reading = evaluationOf(hidden, replyTo);
  const last = lastQuestion(hidden);
  const isNowRead = last?.isUnread === true && reading !== null && !reading.failure;
  if (last?.replyTo === replyTo && !isNowRead && !isSettled(state)) return planOf(last);
  const message = session.messages.find(({ id }) => id === replyTo);
  const shown = shownQuestion(hidden);
  const asked = shown?.probe?.pointId;
  const content = message?.content ?? '';
  const intent = intentIn(hidden, { messageId: replyTo, content });
  if (!hidden.hasModelTutor) {
    const next = nextQuestion(context, { replyTo, intent });
    const isShown = hidden.cards.some(({ saidBy }) => saidBy === replyTo);
    // At the end nothing is asked; each message gets a line in reply.
    const isAside = isSmallTalk(content) || (state.overlayShown && !isSaidToCard(state, content) && !isShown);
    const isOffer = isAside && next.probe === null && next.freeSetId === undefined && { isOffer: true as const };
    const isPast = saysPast(state, content) && { isPast: true as const };
    return withNewSubject(hidden, { ...next, ...isOffer, ...((next.isOffer ?? isOffer) && isPast) });
  }
  // A request to be told refers to the point asked for at that time, regardless of later cues. It is told only once.
  const meansIt = intent === 'asks-to-be-told' && asked !== undefined && reading?.askedFor === asked;
  const isNotTold = asked !== undefined && progressOf(hidden, asked).toldBy === null;
  const saw = (message?.seq ?? 0) >= (shown?.shownAt ?? 0);
  const plan = nextPlan(hidden, unchecked(state), {
    intent,
    isNoAttempt: isSmallTalk(content) || isQuestion(content) || hidden.tangentIn === replyTo,
    verdict: reading?.verdicts.find((verdict) => verdict.id === asked)?.verdict ?? null,
    recalledSome: (reading?.recalledIds.length ?? 0) > 0,
    sawQuestion: saw || (meansIt && isNotTold),
    isUnread: reading?.failure !== undefined,
  });
  return withNewSubject(hidden, plan);
}

/** Whether a message is, word for word, a point that was recalled or shown. */
function saysPast({ hidden, recalledIds, cards }: RecallState, content: string): boolean {
  const said = foldedMessage(content);
  const isPast = (id: string) => recalledIds.includes(id) || (hidden !== undefined && !isUnseen({ hidden, cards }, id));
  return said !== '' && hidden?.points.some(({ id, text }) => foldedMessage(text) === said && isPast(id)) === true;
}

/** Words of a reply count when they are visible, even if it is stopped; then shows a completed set. */
function after(context: ModeContext<RecallState>, event: FollowedEvent): readonly EventBody[] {
  if (event.type === 'mode_left') return afterReturn(context);
  if (event.type === 'conversation_branched') return [...nextHint(context), ...afterMove(context)];
  // The agent of a rabbit hole may have told points. They are no longer hidden.
  const inside = context.session.messages.find(({ id, thread }) => id === event.messageId && thread !== TRUNK);
  if (inside) return tellingInside(context, inside);
  const isComplete = event.type === 'assistant_complete';
  const again = cardAgain(context.state);
  // The end waits until open cards are decided.
  const end = again.length === 0 ? overlayOf(context) : [];
  return [...tellingEvents(context, { isComplete }), ...nextHint(context), ...again, ...end];
}

/** Reports which hint the question just asked has next. */
function nextHint({ session, state }: ModeContext<RecallState>): readonly EventBody[] {
  const { hidden } = state;
  const shown = hidden && shownQuestion(hidden);
  if (!shown || hidden.hasModelTutor) return [];
  const point = hidden.points.find(({ id }) => id === shown.probe?.pointId);
  const asking = point && shown.probe ? { point, rung: shown.probe.rung } : null;
  const next = hintAfter({ session, state }, asking);
  return next === state.nextHint ? [] : [{ type: 'hint_changed', next }];
}

/** A message to a card that came after the last question concerns only that card. */
function isSaidToCard(state: RecallState, content: string): boolean {
  const { cards, hidden } = state;
  const card = cards.at(-1);
  const shown = hidden && shownQuestion(hidden);
  if (!card || !(card.isOpen || shown?.keepsCard === true || card.seq > (shown?.shownAt ?? 0))) return false;
  // "Yes" may still answer the card.
  if (/\P{L}\p{L}/u.test(content.trim()) && isOtherPoint(state, card, content)) return false;
  return saidToCard(content, card.rows)?.isMore === false;
}

/** After the answer to a question at an open card, the card waits again. */
function cardAgain({ cards, hidden }: RecallState): readonly EventBody[] {
  const card = cards.at(-1);
  const waits = lastQuestion(hidden)?.keepsCard && card?.rows.some(({ decision }) => decision === null);
  return card && waits && !card.isOpen ? [{ type: 'card_reopened', cardId: card.cardId }] : [];
}

/** Nothing interrupts a rabbit hole: a completed set is shown after the return. */
function overlayOf({ session, state }: ModeContext<RecallState>): readonly EventBody[] {
  const isDue = isCovered(state) && !state.overlayShown && !isInside(session);
  return isDue ? [{ type: 'session_complete_overlay' }] : [];
}

/**
 * The tutor's last question applies again. The tutor asks a new one only if its point was recalled or told inside. A
 * turn that waits on the trunk is answered first and asks its own question.
 */
function afterReturn(context: ModeContext<RecallState>): readonly EventBody[] {
  const { session, state, newId } = context;
  const told = [...problemInside(context), ...(session.turn ? [] : overlayOf(context))];
  const shown = shownQuestion(state.hidden);
  const asked = shown?.probe?.pointId;
  const waits = session.turn !== null || state.cards.at(-1)?.isOpen === true;
  if (!state.hidden || isCovered(state) || waits || asked === undefined) return told;
  const isSettled = state.hidden.inside.recalledIds.includes(asked) || wasToldSinceAsked(state.hidden);
  if (!isSettled) return told;
  const hidden: ReopenedHidden = { isOwn: true };
  return [...told, { type: 'turn_reopened', messageId: `return-${newId}`, thread: TRUNK, hidden }];
}

/** If the question that is now the last one was already answered, the tutor asks another. */
function afterMove({ session, state, newId }: ModeContext<RecallState>): readonly EventBody[] {
  const asked = shownQuestion(state.hidden)?.probe?.pointId;
  if (session.turn || isCovered(state) || asked === undefined || !state.recalledIds.includes(asked)) return [];
  const hidden: ReopenedHidden = { isOwn: true };
  return [{ type: 'turn_reopened', messageId: `moved-${newId}`, thread: TRUNK, hidden }];
}

/** A failed evaluation in a hole is reported once, after the return. */
function problemInside({ state, newId }: ModeContext<RecallState>): EventBody[] {
  const { hidden } = state;
  const trouble = hidden?.inside.trouble;
  if (!hidden || !trouble || !isNewProblem(hidden.notedTroubles, trouble)) return [];
  const what = 'Something you said in the rabbit hole could not be checked against your points.';
  const problem = hidden.inside.isRead ? trouble : unread(trouble, what, READ_AGAIN);
  return [{ type: 'trouble_noted', messageId: `${PROBLEM_INSIDE_ID}${newId}`, thread: TRUNK, problem }];
}
