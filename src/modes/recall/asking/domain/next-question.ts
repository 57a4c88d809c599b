import type { ModeContext } from '#session/domain/mode.ts';

import type { Point } from '../../evaluator/domain/evaluation.ts';
import { hintsOf } from './hints.ts';
import { neighbourOf } from './neighbour.ts';
import { evaluationOf, shownQuestion } from './questions.ts';
import { isUnseen, type RecallHidden, type RecallState, type ReplyPlan, unchecked } from './recall-state.ts';
import { type Cue, type Intent, type Rung, rungs } from './rung.ts';
import { askedSet, setsOf } from './session-sets.ts';

/** The first question of a session without a model: free recall in any order. */
export function openingPlan(setId: string, points: readonly Point[]): ReplyPlan {
  return { ...NOTHING_ASKED, isNewPoint: true, ...questionIn({ id: setId }, points) };
}

const NOTHING_ASKED = { intent: 'answers', probe: null, isNewPoint: false, tellId: null, verdictOnLast: null } as const;

/** The first question about a set is free recall, unless its points have their own questions. */
function questionIn({ id }: { id: string }, points: readonly Point[]): Pick<ReplyPlan, 'probe' | 'freeSetId'> {
  const [first] = points;
  if (!first) return { probe: null };
  const hasQuestions = points.every(({ question }) => question !== undefined);
  return hasQuestions ? { probe: asked(first) } : { probe: null, freeSetId: id };
}

function asked({ id }: Point, rung: Rung = 'open'): NonNullable<ReplyPlan['probe']> {
  return { pointId: id, rung, asked: 0 };
}

/**
 * Plans the next question without a model: free recall of a set, then point by point, each until it is recalled or
 * shown. Hints come only on request. A message that is no attempt leaves the question unchanged.
 */
export function nextQuestion(
  { session, state }: Pick<ModeContext<RecallState>, 'session' | 'state'>,
  { replyTo, intent }: { readonly replyTo: string; readonly intent: Intent },
): ReplyPlan {
  const { hidden } = state;
  const base = { ...NOTHING_ASKED, intent };
  const open = leftToAsk(state);
  const shown = shownQuestion(hidden);
  if (shown && state.cards.at(-1)?.isOpen)
    return {
      ...base,
      probe: shown.probe,
      ...(shown.freeSetId !== undefined && { freeSetId: shown.freeSetId }),
      isOffer: true,
    };
  const current = open.find(({ id }) => id === shown?.probe?.pointId) ?? null;
  const rung = shown?.probe?.rung ?? 'open';
  const reading = evaluationOf(hidden, replyTo);
  const isUnread = reading?.failure !== undefined;
  const skipped = intent === 'skips' ? current : null;
  const next = nextPoint(
    state,
    open.filter((point) => point !== skipped),
  );
  if (skipped)
    return {
      ...base,
      isNewPoint: true,
      skipped: { pointId: skipped.id, ...(open.length === 1 && { isLast: true }) },
      ...next.question,
    };
  const target = current ?? next.point;
  if (intent === 'asks-hint' && target) {
    const given = current ? rung : 'open';
    const hint = hintAfter({ session, state }, { point: target, rung: given });
    const probe = asked(target, hint ?? given);
    return { ...base, probe, isNewPoint: !current, ...(!hint && { isOffer: true }) };
  }
  const wasCompared = shown?.keepsCard === true || (state.cards.at(-1)?.seq ?? 0) > (shown?.shownAt ?? 0);
  const isAttempt = reading === null || reading.recalledIds.length > 0 || wasCompared;
  if (current) {
    const same = { ...base, probe: asked(current, rung) };
    return isAttempt || isUnread ? same : { ...same, isOffer: true };
  }
  const { freeSetId } = shown ?? {};
  const goesOn = intent === 'gives-up' || intent === 'skips';
  if (freeSetId !== undefined && !isAttempt && !goesOn && open.length > 0)
    return { ...base, freeSetId, ...(isUnread ? {} : { isOffer: true }) };
  return { ...base, isNewPoint: true, ...next.question };
}

/** The next hint for the point asked for or, in free recall, for the first point of the set; null without one. */
export function hintAfter(
  { session, state }: Pick<ModeContext<RecallState>, 'session' | 'state'>,
  asking: { readonly point: Point; readonly rung: Rung } | null,
): Cue | null {
  const { title, point: first } = nextPoint(state, leftToAsk(state));
  const point = asking?.point ?? first;
  if (!point) return null;
  const neighbour = neighbourOf(state, point.id)?.text ?? '';
  const hints = hintsOf({ title: title ?? session.title, point, neighbour });
  return hints.find((cue) => rungs.indexOf(cue) > rungs.indexOf(asking?.rung ?? 'open')) ?? null;
}

/** A point that was skipped twice, or as the last one left, is not asked for again in the session. */
const MAX_SKIPS = 2;

/** The number of times the person skipped a point's question. */
export function skipsOf({ skipped = [] }: RecallHidden, id: string): number {
  const own = skipped.filter(({ pointId }) => pointId === id);
  return own.some(({ isLast }) => isLast) ? MAX_SKIPS : own.length;
}

/** The points still to be asked for without a model: neither recalled, nor shown, nor skipped for good. */
export function leftToAsk(state: RecallState): readonly Point[] {
  const { hidden } = state;
  if (!hidden) return [];
  return unchecked(state).filter(({ id }) => isUnseen(state, id) && skipsOf(hidden, id) < MAX_SKIPS);
}

/** Without a model, nothing is left to ask for and no card waits for a decision. */
export function isAskedThrough(state: RecallState): boolean {
  const isDecided = state.cards.at(-1)?.isOpen !== true;
  return state.hidden?.hasModelTutor !== true && isDecided && leftToAsk(state).length === 0;
}

interface Next {
  readonly point: Point | null;
  /** The title of its set; null in a session on one set. */
  readonly title: string | null;
  readonly question: Pick<ReplyPlan, 'probe' | 'freeSetId' | 'lastSetId'>;
}

/** The first open point of the current set, or else of the first set with an open point. Skipped points come last. */
export function nextPoint(state: RecallState, left: readonly Point[]): Next {
  const { hidden } = state;
  const fresh = left.filter(({ id }) => hidden && skipsOf(hidden, id) === 0);
  const open = fresh.length > 0 ? fresh : left;
  const inHand = askedSet(state);
  const isIn = (pointIds: readonly string[]) => open.filter(({ id }) => pointIds.includes(id));
  const [here] = isIn(inHand.pointIds);
  if (here) return { point: here, title: inHand.title, question: { probe: asked(here) } };
  for (const set of setsOf(state)) {
    const points = isIn(set.pointIds);
    if (points[0])
      return {
        point: points[0],
        title: set.title,
        question: fresh.length > 0 ? questionIn(set, points) : { probe: asked(points[0]) },
      };
  }
  return { point: null, title: null, question: { probe: null, lastSetId: inHand.id } };
}
