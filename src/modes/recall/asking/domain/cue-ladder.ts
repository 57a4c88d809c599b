import type { Point, Verdict } from '../../evaluator/domain/evaluation.ts';
import { lastQuestion, shownQuestion } from './questions.ts';
import { isUntold, progressOf, type RecallHidden, type ReplyPlan, wasToldSinceAsked } from './recall-state.ts';
import { type Intent, type Rung, rungs } from './rung.ts';

/** Number of times a point is asked for on the last rung before it is told. */
const TRIES_ON_LAST_RUNG = 2;
/** On these rungs the question shows no gaps yet, so it can follow the person to another point. */
const FOLLOWING: readonly Rung[] = ['open', 'narrower'];

interface Answer {
  readonly intent: Intent;
  /** Whether the message has no content on any subject. */
  readonly isSmallTalk: boolean;
  /** The verdict on the point that was asked for; null if the message was not evaluated. */
  readonly verdict: Verdict | null;
  /** The point that the message nearly said, if it is another one than the point asked for. */
  readonly nearId?: string | null;
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
 * Plans the next question. Code climbs the ladder, not the tutor. An answer that misses moves the point up one rung. An
 * answer that comes near gets a second try on the same rung, and so does a greeting after the open question. An answer
 * that recalls another point costs no rung, and one that nearly says another point makes that one the next to ask for.
 * The narrower question is asked twice if a neighbour of the point is recalled: first about the neighbour. A point is
 * told only on request or after every rung failed, and is asked for again after the others.
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
  const near = open.find(({ id }) => id === answer.nearId);
  const followed = near && { pointId: near.id, rung: 'open' as const, asked: 0 };
  if (!current)
    return { ...base, ...(followed ? following(followed) : { probe: firstQuestion(hidden, open), isNewPoint: true }) };
  if (followed && !holds(answer) && FOLLOWING.includes(current.rung)) return { ...base, ...following(followed) };

  const hasNeighbour = neighbourIsRecalled(hidden, open, current.pointId);
  const rung = wasJustTold(hidden, current.pointId) ? null : nextRung(current, { ...answer, hasNeighbour });
  if (rung !== null) {
    const asked = rung !== current.rung ? 0 : current.asked + (isTry(rung, answer) ? 1 : 0);
    return { ...base, probe: { pointId: current.pointId, rung, asked }, isNewPoint: false };
  }
  const others = open.filter((point) => point.id !== current.pointId);
  const probe = firstQuestion(hidden, others) ?? { pointId: current.pointId, rung: 'open', asked: 0 };
  const tellId = wasJustTold(hidden, current.pointId) ? null : current.pointId;
  return { ...base, probe, isNewPoint: probe.pointId !== current.pointId, tellId };
}

function following(probe: NonNullable<ReplyPlan['probe']>): Pick<ReplyPlan, 'probe' | 'isNewPoint' | 'isFollowing'> {
  return { probe, isNewPoint: true, isFollowing: true };
}

/** The last reply gave the point away while asking for it, so a cue is pointless. */
function wasJustTold(hidden: RecallHidden, pointId: string): boolean {
  const shown = shownQuestion(hidden);
  return shown !== null && shown.tellId !== pointId && progressOf(hidden, pointId).toldBy === shown.replyId;
}

/** Without a visible question or an evaluated answer nothing was missed. A plea for help needs no evaluation. */
function holds({ sawQuestion, isUnread, intent }: Answer): boolean {
  return !sawQuestion || (isUnread && intent === 'answers');
}

/** On the last rung only misses count. On lower rungs, an unseen question is still rephrased. */
function isTry(rung: Rung, answer: Answer): boolean {
  const isElsewhere = answer.recalledSome || (answer.nearId ?? null) !== null;
  return (!holds(answer) && !isElsewhere) || (!answer.isUnread && rung !== rungs.at(-1));
}

/** The rung of the next try; null if the point is to be told. */
function nextRung(
  current: { rung: Rung; asked: number },
  answer: Answer & { readonly hasNeighbour: boolean },
): Rung | null {
  if (holds(answer)) return current.rung;
  if (answer.intent === 'asks-to-be-told') return null;
  const isFirstTry = current.asked === 0;
  const asksNeighbour = answer.hasNeighbour && current.rung === 'narrower' && isFirstTry;
  const higher = asksNeighbour ? current.rung : (rungs[rungs.indexOf(current.rung) + 1] ?? null);
  if (answer.intent === 'answers') {
    if (answer.recalledSome || answer.nearId) return current.rung;
    const isNear = answer.verdict === 'partial' || answer.verdict === 'expressed' || answer.verdict === 'contradicted';
    const isGreeting = answer.isSmallTalk && current.rung === 'open';
    if ((isNear || isGreeting) && isFirstTry) return current.rung;
  }
  if (higher !== null) return higher;
  return current.asked + 1 < TRIES_ON_LAST_RUNG ? current.rung : null;
}

function neighbourIsRecalled({ points }: RecallHidden, open: readonly Point[], pointId: string): boolean {
  const isRecalled = (id: string) => open.every((point) => point.id !== id);
  return recalledNeighbour(points, { pointId, isRecalled }) !== null;
}

/** The first point of the set that was never told; otherwise the one asked for longest ago. */
function firstQuestion(hidden: RecallHidden, open: readonly Point[]): ReplyPlan['probe'] {
  const askedAt = (point: Point) => progressOf(hidden, point.id).askedAt;
  const untold = open.find((candidate) => isUntold(hidden, candidate.id));
  // A point that the person may have said already gets a cue.
  const undecided = open.find(({ id }) => Object.hasOwn(hidden.undecided, id) && isUntold(hidden, id));
  if (undecided) return { pointId: undecided.id, rung: 'narrower', asked: 0 };
  const point = untold ?? open.toSorted((one, other) => askedAt(one) - askedAt(other))[0];
  return point ? { pointId: point.id, rung: 'open', asked: 0 } : null;
}

/**
 * A recalled point next to a point in the set, under the same heading: what a person asks about before showing any of
 * the point's own words. The one before it comes first. Null without one.
 */
export function recalledNeighbour(
  points: readonly Point[],
  { pointId, isRecalled }: { readonly pointId: string; readonly isRecalled: (id: string) => boolean },
): { readonly point: Point; readonly isBefore: boolean } | null {
  const place = points.findIndex(({ id }) => id === pointId);
  const own = points[place];
  for (const at of [place - 1, place + 1]) {
    const point = points[at];
    if (own && point && point.context === own.context && isRecalled(point.id)) return { point, isBefore: at < place };
  }
  return null;
}
