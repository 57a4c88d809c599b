import { assert } from '#kernel/assert.ts';
import { conversationBefore } from '#session/domain/conversation-order.ts';
import { spokenMessages, withWholeReplies } from '#session/domain/spoken.ts';
import type { SessionState, ThreadTail } from '#session/protocol.ts';

import { neighbourOf } from '../../asking/domain/neighbour.ts';
import { hintAfter } from '../../asking/domain/next-question.ts';
import { evaluationOf, lastQuestion, shownQuestion } from '../../asking/domain/questions.ts';
import { openRowsOf, type RecallState, unchecked } from '../../asking/domain/recall-state.ts';
import { askedSet } from '../../asking/domain/session-sets.ts';
import type { Point } from '../../evaluator/domain/evaluation.ts';
import { isGermanSet } from './embedded/words.ts';
import { feedbackFor, missingFor } from './model/feedback.ts';
import { givenAwayIn, saysPoint } from './reply-check/give-away.ts';
import { cutReply, guardOf } from './reply-check/guard-of-session.ts';
import type { TutorRequest } from './tutor-request.ts';

/** The stored data that a reply is based on. */
interface ReadForReply extends ThreadTail {
  readonly instructions: string;
}

/** Builds what the tutor is allowed to know for the reply under way: see TutorRequest. */
export function buildTutorRequest(
  session: SessionState,
  state: RecallState,
  { messages, earlier, instructions }: ReadForReply,
): TutorRequest {
  const { hidden } = state;
  const plan = lastQuestion(hidden);
  assert(hidden && plan, 'a reply under way has a plan');
  const byId = new Map(hidden.points.map((point) => [point.id, point]));
  const point = (id: string): Point => {
    const found = byId.get(id);
    assert(found, 'plans name points of their session');
    return found;
  };
  const reading = evaluationOf(hidden, plan.replyTo);
  const now = new Set(reading?.recalledIds);
  const { probe } = plan;
  const shown = shownQuestion(hidden);
  const cut = cutReply(session, state);
  const hasTold = cut && plan.tellId !== null && isToldIn(cut.content, plan.tellId, { session, state });
  const [told, tellId] = hasTold ? [plan.tellId, null] : [null, plan.tellId];
  const said = withWholeReplies(conversationBefore(messages, plan.replyId)).filter(({ id }) => id !== cut?.id);
  const history = spokenMessages(said);
  const { title: setTitle, pointIds } = askedSet(state);
  const title = setTitle ?? session.title;
  const points = setTitle === null ? hidden.points : hidden.points.filter(({ id }) => pointIds.includes(id));
  const asked = probe && { point: point(probe.pointId), rung: probe.rung, asked: probe.asked };
  const neighbour = probe && neighbourOf(state, probe.pointId);
  const guard = hidden.hasModelTutor ? null : guardOf(session, state, { mayTell: true }).guard;
  const isSafe = (text: string) => guard === null || givenAwayIn(`${text}?`, '', guard).length === 0;
  return {
    title,
    ...(plan.newSubject !== undefined && { newSubject: plan.newSubject }),
    instructions,
    history,
    earlier,
    intent: plan.intent,
    recalledBefore: state.recalledIds.filter((id) => !now.has(id)).map(point),
    recalledNow: [...now].map(point),
    tell: tellId === null ? null : point(tellId),
    probe: asked,
    isNewPoint: plan.isNewPoint,
    verdictOnLast: plan.verdictOnLast,
    feedback: reading ? feedbackFor(reading, { session, state, plan }) : '',
    missing: reading ? missingFor(reading, { session, state, plan }) : '',
    remaining: unchecked(state).length,
    guidance: {
      isGerman: isGermanSet(title, points),
      heading: asked && isSafe(asked.point.context) ? asked.point.context : '',
      neighbour: neighbour && isSafe(neighbour.text) ? neighbour : null,
      hasHint: hintAfter({ session, state }, asked) !== null,
      hasRecalled: points.some(({ id }) => state.recalledIds.includes(id)),
      isFree: plan.freeSetId !== undefined,
      isOffer: plan.isOffer === true,
      isPast: plan.isPast === true,
      openRows: plan.keepsCard === true ? Math.max(1, openRowsOf(state)) : 0,
      isCardNamed: shown?.keepsCard === true && shown.askedAt > (state.cards.at(-1)?.seq ?? 0),
    },
    begun: cut && { words: cut.content, because: 'limit', ...(told !== null && { told: point(told) }) },
  };
}

/** Whether the shown part of a truncated reply already told the point. */
function isToldIn(words: string, tellId: string, { session, state }: { session: SessionState; state: RecallState }) {
  return saysPoint(words, tellId, guardOf(session, state, { mayTell: false }).guard);
}
