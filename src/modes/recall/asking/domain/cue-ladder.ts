import type { Point, Verdict } from '../../evaluator/domain/evaluation.ts';
import { isUntold, progressOf, type RecallHidden, type ReplyPlan, wasToldSinceAsked } from './recall-state.ts';
import { type Intent, type Rung, rungs } from './rung.ts';

/** How often a point is asked for on the last rung before it is told. */
const TRIES_ON_LAST_RUNG = 2;

interface Answer {
  readonly intent: Intent;
  /** Whether the message has no content on any subject. */
  readonly isSmallTalk: boolean;
  /** The verdict on the point that was asked for; null if the message was not evaluated. */
  readonly verdict: Verdict | null;
  /** Whether the message recalled any point. */
  readonly recalledSome: boolean;
  /** Whether the question was visible when the message was written. If not, the message cannot miss it. */
  readonly sawQuestion: boolean;
  /** Whether the message could not be evaluated. Then it counts as no miss. */
  readonly isUnread: boolean;
}

/** The first question of a session. */
export function openingPlan(points: readonly Point[]): ReplyPlan {
  const [first] = points;
  const probe = first ? { pointId: first.id, rung: 'open' as const, asked: 0 } : null;
  return { intent: 'answers', probe, isNewPoint: true, tellId: null, verdictOnLast: null };
}

/**
 * What to ask next. Code climbs the ladder, not the tutor. An answer that misses moves the point up one rung. An
 * answer that comes near or recalls another point gets a second try on the same rung, and so does a greeting after
 * the open question. A point is told only on request or after every rung failed, and is asked for again after the
 * others.
 */
export function nextPlan(hidden: RecallHidden, open: readonly Point[], answer: Answer): ReplyPlan {
  const unread = answer.isUnread && { isUnread: true as const };
  const base = { intent: answer.intent, verdictOnLast: answer.verdict, tellId: null, ...unread };
  const whereOpen = (probe: ReplyPlan['probe'] | undefined) =>
    probe && open.some((point) => point.id === probe.pointId) ? probe : null;
  const current = wasToldSinceAsked(hidden) ? null : whereOpen(hidden.shownPlan?.probe);
  const owed = open.find(({ id }) => id === hidden.toTell)?.id ?? null;
  // The reply that should have told it ended early, so its question was not asked either.
  if (owed !== null && hidden.lastPlan?.tellId === owed) {
    const planned = whereOpen(hidden.lastPlan.probe);
    const probe = planned ?? firstQuestion(hidden, open);
    return { ...base, probe, isNewPoint: hidden.lastPlan.isNewPoint || !planned, tellId: owed };
  }
  if (!current) return { ...base, probe: firstQuestion(hidden, open), isNewPoint: true };

  const rung = wasJustTold(hidden, current.pointId) ? null : nextRung(current, answer);
  if (rung !== null) {
    const asked = rung !== current.rung ? 0 : current.asked + (isTry(rung, answer) ? 1 : 0);
    return { ...base, probe: { pointId: current.pointId, rung, asked }, isNewPoint: false };
  }
  const others = open.filter((point) => point.id !== current.pointId);
  const probe = firstQuestion(hidden, others) ?? { pointId: current.pointId, rung: 'open', asked: 0 };
  const tellId = wasJustTold(hidden, current.pointId) ? null : current.pointId;
  return { ...base, probe, isNewPoint: probe.pointId !== current.pointId, tellId };
}

/** The last reply gave the point away while asking for it, so a cue is pointless. */
function wasJustTold({ progress, shownPlan }: RecallHidden, pointId: string): boolean {
  if (shownPlan?.tellId === pointId) return false;
  return Object.hasOwn(progress, pointId) && progress[pointId]?.toldBy === shownPlan?.replyId;
}

/** Without a visible question or an evaluated answer nothing was missed. A plea for help needs no evaluation. */
function holds({ sawQuestion, isUnread, intent }: Answer): boolean {
  return !sawQuestion || (isUnread && intent === 'answers');
}

/** On the last rung only misses count. On lower rungs, an unseen question is still rephrased. */
function isTry(rung: Rung, answer: Answer): boolean {
  return !holds(answer) || (!answer.isUnread && rung !== rungs.at(-1));
}

/** The rung of the next try; null if the point is to be told. */
function nextRung(current: { rung: Rung; asked: number }, answer: Answer): Rung | null {
  if (holds(answer)) return current.rung;
  if (answer.intent === 'asks-to-be-told') return null;
  const higher = rungs[rungs.indexOf(current.rung) + 1] ?? null;
  // A request for a hint is not a request to be told, so the last cue is rephrased.
  if (answer.intent === 'asks-hint') return higher ?? current.rung;
  if (answer.intent !== 'answers') return higher;
  if (answer.recalledSome) return current.rung;
  const isGreeting = answer.isSmallTalk && current.rung === 'open';
  if ((answer.verdict === 'partial' || isGreeting) && current.asked === 0) return current.rung;
  if (higher !== null) return higher;
  return current.asked + 1 < TRIES_ON_LAST_RUNG ? current.rung : null;
}

/** The first point of the set that was never told; otherwise the one asked for longest ago. */
function firstQuestion(hidden: RecallHidden, open: readonly Point[]): ReplyPlan['probe'] {
  const askedAt = (point: Point) => progressOf(hidden, point.id).askedAt;
  const untold = open.find((candidate) => isUntold(hidden, candidate.id));
  // What the person may have said already gets a cue.
  const undecided = open.find(({ id }) => Object.hasOwn(hidden.undecided, id) && isUntold(hidden, id));
  if (undecided) return { pointId: undecided.id, rung: 'narrower', asked: 0 };
  const point = untold ?? open.toSorted((one, other) => askedAt(one) - askedAt(other))[0];
  return point ? { pointId: point.id, rung: 'open', asked: 0 } : null;
}
