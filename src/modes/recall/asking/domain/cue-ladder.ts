import type { Point, Verdict } from '../../evaluator/domain/evaluation.ts';
import { skipsOf } from './next-question.ts';
import { lastQuestion, shownQuestion } from './questions.ts';
import { isUntold, progressOf, type RecallHidden, type ReplyPlan, wasToldSinceAsked } from './recall-state.ts';
import { type Intent, type Rung, rungs } from './rung.ts';

/** Number of times a point is asked for on the last rung before the tutor tells it. */
const TRIES_ON_LAST_RUNG = 2;

interface Answer {
  readonly intent: Intent;
  /** Whether the message is no attempt: small talk, a question, or a tangent. */
  readonly isNoAttempt: boolean;
  /** The verdict on the point that was asked for; null if the message was not evaluated. */
  readonly verdict: Verdict | null;
  /** Whether the message recalled any point. */
  readonly recalledSome: boolean;
  /** Whether the question was visible when the message was written. If not, the message cannot miss it. */
  readonly sawQuestion: boolean;
  /** Whether the message could not be evaluated. Then it does not count as a miss. */
  readonly isUnread: boolean;
}

/**
 * Plans the next question of a tutor with a model. Code climbs the ladder, not the tutor. An answer that misses moves
 * the point up one rung. An answer that comes near gets a second try on the same rung. An answer that recalls another
 * point, or is no attempt, costs no rung. A point is told only on request or after every rung failed, and is asked for
 * again after the others.
 */
export function nextPlan(hidden: RecallHidden, open: readonly Point[], answer: Answer): ReplyPlan {
  const unread = answer.isUnread && { isUnread: true as const };
  const base = { intent: answer.intent, verdictOnLast: answer.verdict, tellId: null, ...unread };
  const whereOpen = (probe: ReplyPlan['probe'] | undefined) =>
    probe && open.some((point) => point.id === probe.pointId) ? probe : null;
  const current = wasToldSinceAsked(hidden) ? null : whereOpen(shownQuestion(hidden)?.probe);
  const last = lastQuestion(hidden);
  const owed = open.find(({ id }) => id === last?.toTell)?.id ?? null;
  // The reply that should have told it ended early, so its question was not asked either.
  if (owed !== null && last?.tellId === owed) {
    const planned = whereOpen(last.probe);
    const probe = planned ?? firstQuestion(hidden, open);
    return { ...base, probe, isNewPoint: last.isNewPoint || !planned, tellId: owed };
  }
  if (!current) return { ...base, probe: firstQuestion(hidden, open), isNewPoint: true };
  const others = open.filter((point) => point.id !== current.pointId);
  if (answer.intent === 'skips') {
    const probe = firstQuestion(hidden, others);
    const skipped = { pointId: current.pointId, ...(probe === null && { isLast: true }) };
    return { ...base, probe: probe ?? current, isNewPoint: probe !== null, skipped };
  }
  const rung = wasJustTold(hidden, current.pointId) ? null : nextRung(current, answer);
  if (rung !== null) {
    const asked = rung !== current.rung ? 0 : current.asked + (isTry(rung, answer) ? 1 : 0);
    return { ...base, probe: { pointId: current.pointId, rung, asked }, isNewPoint: false };
  }
  const probe = firstQuestion(hidden, others) ?? { pointId: current.pointId, rung: 'open', asked: 0 };
  const tellId = wasJustTold(hidden, current.pointId) ? null : current.pointId;
  return { ...base, probe, isNewPoint: probe.pointId !== current.pointId, tellId };
}

/** The last reply gave the point away while asking for it, so a cue is pointless. */
function wasJustTold(hidden: RecallHidden, pointId: string): boolean {
  const shown = shownQuestion(hidden);
  return shown !== null && shown.tellId !== pointId && progressOf(hidden, pointId).toldBy === shown.replyId;
}

/**
 * The question stays if it was not seen, not attempted or not evaluated: nothing was missed. A plea for help does not
 * depend on these.
 */
function holds({ sawQuestion, isUnread, isNoAttempt, intent }: Answer): boolean {
  return !sawQuestion || ((isUnread || isNoAttempt) && intent === 'answers');
}

/** On the last rung only misses count. On lower rungs, an unseen question is still rephrased. */
function isTry(rung: Rung, answer: Answer): boolean {
  return (!holds(answer) && !answer.recalledSome) || (!answer.isUnread && rung !== rungs.at(-1));
}

/** The rung of the next try; null if the point has to be told. */
function nextRung(current: { rung: Rung; asked: number }, answer: Answer): Rung | null {
  if (holds(answer)) return current.rung;
  if (answer.intent === 'asks-to-be-told') return null;
  const isFirstTry = current.asked === 0;
  const higher = rungs[rungs.indexOf(current.rung) + 1] ?? null;
  if (answer.intent === 'answers') {
    if (answer.recalledSome) return current.rung;
    const isNear = answer.verdict === 'partial' || answer.verdict === 'expressed' || answer.verdict === 'contradicted';
    if (isNear && isFirstTry) return current.rung;
  }
  if (higher !== null) return higher;
  return current.asked + 1 < TRIES_ON_LAST_RUNG ? current.rung : null;
}

/** The first question of a session. */
export function openingPlan(points: readonly Point[]): ReplyPlan {
  const [first] = points;
  const probe = first ? { pointId: first.id, rung: 'open' as const, asked: 0 } : null;
  return { intent: 'answers', probe, isNewPoint: true, tellId: null, verdictOnLast: null };
}

/** The first point of the set that was neither told nor skipped; otherwise the one asked for longest ago. */
function firstQuestion(hidden: RecallHidden, open: readonly Point[]): ReplyPlan['probe'] {
  const askedAt = (point: Point) => progressOf(hidden, point.id).askedAt;
  const untold = open.find(({ id }) => isUntold(hidden, id) && skipsOf(hidden, id) === 0);
  const point = untold ?? open.toSorted((one, other) => askedAt(one) - askedAt(other))[0];
  return point ? { pointId: point.id, rung: 'open', asked: 0 } : null;
}
