import { assert } from '#kernel/assert.ts';
import { refuse } from '#kernel/refusal.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { Decision, ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import { foldedWords } from '../../evaluator/domain/own-words.ts';
import { ownTurn } from './cards/answer-card.ts';
import { gradedAt } from './credit.ts';
import { evaluationOf, lastQuestion, shownQuestion } from './questions.ts';
import {
  isUntold,
  progressOf,
  type RecalledHidden,
  type RecallHidden,
  type RecallState,
  type ReplyPlan,
  type ToldHidden,
  unchecked,
  type Undecided,
} from './recall-state.ts';
import type { Intent } from './rung.ts';

/** A longer message is not repeated as evidence. */
const MAX_QUOTE_LENGTH = 240;

/**
 * The plan of a self-check, if the reply to a message is to be one: the evaluator could not decide whether it expressed
 * a point. The point asked for comes first, then the most likely one. A point that was told, or quoted by an earlier
 * self-check, gets a cue instead, and so does one beside a point that was recalled.
 */
export function selfCheckPlan(
  { session, state }: ModeContext<RecallState>,
  { replyTo, intent }: { replyTo: string; intent: Intent },
): ReplyPlan | null {
  const { hidden } = state;
  const isLast = session.stack.length === 1 && session.waiting.every(({ thread }) => thread !== TRUNK);
  if (!hidden || intent !== 'answers' || lastQuestion(hidden)?.toTell || !isLast) return null;
  const reading = evaluationOf(hidden, replyTo);
  const said = session.messages.find(({ id }) => id === replyTo)?.content ?? '';
  if (!reading || reading.failure || asksBack(said) || repeatsRecalled(state, said)) return null;
  const probe = shownQuestion(hidden)?.probe ?? null;
  const asked = reading.askedFor ?? null;
  const candidates = unchecked(state)
    .flatMap(({ id }) => {
      const words = isCheckable(hidden, id) ? freshOf(hidden, id) : null;
      return words ? [{ pointId: id, ...words }] : [];
    })
    .toSorted((one, other) => other.confidence - one.confidence);
  const chosen = candidates.find(({ pointId }) => pointId === asked) ?? candidates[0];
  if (!chosen) return null;
  const { seq: _, ...selfCheck } = chosen;
  return {
    intent,
    // The question about another point is asked again afterwards.
    probe: probe?.pointId === selfCheck.pointId ? null : probe,
    isNewPoint: false,
    tellId: null,
    verdictOnLast: reading.verdicts.find(({ id }) => id === asked)?.verdict ?? null,
    selfCheck,
  };
}

/** Whether a message only says a recalled point again: what it shares with another point is chance. */
function repeatsRecalled({ hidden, recalledIds }: RecallState, said: string): boolean {
  const words = bare(said);
  return hidden?.points.some(({ id, text }) => recalledIds.includes(id) && words === bare(text)) ?? false;
}

function bare(text: string): string {
  return trimEnd(foldedWords(text), /[\s.!]/u);
}

/** Whether an undecided answer may lead to a self-check. It is no failed attempt then. */
export function isCheckable(hidden: RecallHidden, pointId: string): boolean {
  return isUntold(hidden, pointId) && !hidden.shownIds.includes(pointId);
}

const QUESTION_BEGINS =
  /(?:^|[.!?\n][^\S\n]*)(?:what|which|who|whose|when|where|why|how|is|are|was|were|does|did|do|can|could|would|should)\b[^.!\n]*\?/iu;

/** Whether a message asks something. "Adenosine?" is an answer; "Is it adenosine?" would have the point shown. */
function asksBack(message: string): boolean {
  return QUESTION_BEGINS.test(message);
}

/** The person's words on a point since the last reply began. */
function freshOf(hidden: RecallHidden, pointId: string): Undecided | null {
  const { undecided } = hidden;
  const said = Object.hasOwn(undecided, pointId) ? undecided[pointId] : undefined;
  return said && said.seq > (lastQuestion(hidden)?.askedAt ?? 0) ? said : null;
}

/**
 * Events after the words of a self-check were shown: its point is exposed, and the check stands unless the person has
 * gone on already.
 */
export function selfCheckShown({ session, state }: ModeContext<RecallState>): readonly EventBody[] {
  const plan = lastQuestion(state.hidden);
  const reply = session.messages.findLast(({ id }) => id === plan?.replyId);
  if (!plan?.selfCheck || !reply?.content) return [];
  const { pointId } = plan.selfCheck;
  const hidden: ToldHidden = { pointId, why: 'self-check' };
  const told: EventBody = { type: 'point_told', messageId: plan.replyId, hidden };
  const stands = session.turn === null && session.stack.length === 1 && session.status === 'open';
  return stands ? [told, { type: 'self_check_asked', messageId: plan.replyId, pointId }] : [told];
}

/** Decides an answer to the self-check that stands. The tutor then goes on in a turn of its own. */
export function answerSelfCheck(
  context: ModeContext<RecallState>,
  { pointId, isRecalled }: { pointId: string; isRecalled: boolean },
): Decision {
  const { session, state, newId } = context;
  const { selfCheck, recalledIds, pointIds } = state;
  if (session.status === 'complete') return refuse('session-over', 'This session is over. Begin a new one to go on.');
  if (selfCheck?.pointId !== pointId)
    return refuse('no-self-check', 'No question of this kind waits for an answer. Say it in your own words.');
  const answered: EventBody = { type: 'self_check_answered', messageId: selfCheck.messageId, pointId, isRecalled };
  if (!isRecalled) return { ok: true, events: [answered, ownTurn(newId)] };
  const hidden = creditOf(context, pointId);
  const recalledCount = recalledIds.length + 1;
  const totalPoints = pointIds.length;
  const { messageId } = hidden;
  const recalled: EventBody = { type: 'point_recalled', pointId, messageId, recalledCount, totalPoints, hidden };
  const overlay: EventBody[] = state.overlayShown ? [] : [{ type: 'session_complete_overlay' }];
  const next = recalledCount === totalPoints ? overlay : [ownTurn(newId, { recalledId: pointId })];
  return { ok: true, events: [answered, recalled, ...next] };
}

/** The person's words count as if they had been credited when they were said. */
function creditOf({ session, state }: ModeContext<RecallState>, pointId: string): RecalledHidden {
  const { hidden } = state;
  const plan = shownQuestion(hidden)?.selfCheck;
  assert(hidden && plan?.pointId === pointId, 'the self-check that stands was shown last');
  const { messageId, confidence, quote } = plan;
  const message = session.messages.find(({ id }) => id === messageId);
  const content = message?.content ?? '';
  return {
    messageId,
    confidence,
    quote: quote || (content.length <= MAX_QUOTE_LENGTH ? content : ''),
    ...gradedAt(progressOf(hidden, pointId), message?.seq ?? 0),
    isSelfChecked: true,
  };
}

/** Takes the answer to a self-check back: it counts as not answered. The tutor asks on if nothing is asked. */
export function undoSelfCheck(
  { session, state, newId }: ModeContext<RecallState>,
  { pointId, messageId }: { readonly pointId: string; readonly messageId: string },
): Decision {
  if (!Object.hasOwn(state.selfCheckAnswers, messageId)) return { ok: true, events: [] };
  const recalledCount = state.recalledIds.filter((id) => id !== pointId).length;
  const undone: EventBody = { type: 'self_check_undone', messageId, pointId, recalledCount };
  const asked = shownQuestion(state.hidden)?.probe?.pointId;
  const isAsking = session.turn !== null || unchecked(state).some(({ id }) => id === asked);
  const isHere = session.stack.length === 1 && session.status === 'open';
  return { ok: true, events: isHere && !isAsking ? [undone, ownTurn(newId)] : [undone] };
}
