import type { Point, Verdict } from '../../evaluator/domain/evaluation.ts';
import { isUntold, progressOf, type RecallHidden, type ReplyPlan, wasToldSinceAsked } from './recall-state.ts';
import { type Intent, type Rung, rungs } from './rung.ts';

/** On the last rung a point is asked for this often before it is told. */
const TRIES_ON_LAST_RUNG = 2;

interface Answer {
  readonly intent: Intent;
  /** Whether the message says nothing of any matter. */
  readonly isSmallTalk: boolean;
  /** The verdict on the point that was asked for; null where it was not read. */
  readonly verdict: Verdict | null;
  /** Whether the message recalled any point at all. */
  readonly recalledSome: boolean;
  /** Whether the question was there when the message was written: one that was not yet cannot have been missed. */
  readonly sawQuestion: boolean;
  /** Whether the message could not be read: what nobody judged has not missed. */
  readonly isUnread: boolean;
}

/** The first question of a session. */
export function openingPlan(points: readonly Point[]): ReplyPlan {
  const [first] = points;
  const probe = first ? { pointId: first.id, rung: 'open' as const, asked: 0 } : null;
  return { intent: 'answers', probe, isNewPoint: true, tellId: null, verdictOnLast: null };
}

/**
 * What to ask next. Code climbs the ladder, not the tutor: an answer that misses moves the same point one rung up; one
 * that comes near or that recalled another point gets a second try on the same rung, and so does a greeting after the open
 * question; and a point is told only when the person asks for it or every rung has failed. A point that was told is asked
 * for again, after the others.
 */
export function nextPlan(hidden: RecallHidden, open: readonly Point[], answer: Answer): ReplyPlan {
  const unread = answer.isUnread && { isUnread: true as const };
  const base = { intent: answer.intent, verdictOnLast: answer.verdict, tellId: null, ...unread };
  const whereOpen = (probe: ReplyPlan['probe'] | undefined) =>
    probe && open.some((point) => point.id === probe.pointId) ? probe : null;
  const current = wasToldSinceAsked(hidden) ? null : whereOpen(hidden.shownPlan?.probe);
  const owed = open.find(({ id }) => id === hidden.toTell)?.id ?? null;
  // The reply that was to tell it ended before it had: its question was not asked either.
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

/** The last reply let it slip while it asked for it: a cue for it makes no sense any more. */
function wasJustTold({ progress, shownPlan }: RecallHidden, pointId: string): boolean {
  if (shownPlan?.tellId === pointId) return false;
  return Object.hasOwn(progress, pointId) && progress[pointId]?.toldBy === shownPlan?.replyId;
}

/** Who never saw the question, or whose answer nobody could read, has missed nothing. A plea needs no reading. */
function holds({ sawQuestion, isUnread, intent }: Answer): boolean {
  return !sawQuestion || (isUnread && intent === 'answers');
}

/** On the last rung only what has missed counts; below it, a question not seen is put another way all the same. */
function isTry(rung: Rung, answer: Answer): boolean {
  return !holds(answer) || (!answer.isUnread && rung !== rungs.at(-1));
}

/** The rung of the next try, or null when the point is to be told. */
function nextRung(current: { rung: Rung; asked: number }, answer: Answer): Rung | null {
  if (holds(answer)) return current.rung;
  if (answer.intent === 'asks-to-be-told') return null;
  const higher = rungs[rungs.indexOf(current.rung) + 1] ?? null;
  // Whoever asks for a hint has not asked to be told: the last cue is put once more, in other words.
  if (answer.intent === 'asks-hint') return higher ?? current.rung;
  if (answer.intent !== 'answers') return higher;
  if (answer.recalledSome) return current.rung;
  const isGreeting = answer.isSmallTalk && current.rung === 'open';
  if ((answer.verdict === 'partial' || isGreeting) && current.asked === 0) return current.rung;
  if (higher !== null) return higher;
  return current.asked + 1 < TRIES_ON_LAST_RUNG ? current.rung : null;
}

/** The first point that was told nowhere, in the order of the set; of those that were, the one asked for longest ago. */
function firstQuestion(hidden: RecallHidden, open: readonly Point[]): ReplyPlan['probe'] {
  const askedAt = (point: Point) => progressOf(hidden, point.id).askedAt;
  const untold = open.find((candidate) => isUntold(hidden, candidate.id));
  const point = untold ?? open.toSorted((one, other) => askedAt(one) - askedAt(other))[0];
  return point ? { pointId: point.id, rung: 'open', asked: 0 } : null;
}
