import type { ModeContext } from '#session/domain/mode.ts';

import type { Point } from '../../evaluator/domain/evaluation.ts';
import { hintsOf } from './hints.ts';
import { evaluationOf, shownQuestion } from './questions.ts';
import { isUntold, type RecallState, type ReplyPlan, unchecked } from './recall-state.ts';
import { type Intent, type Rung, rungs } from './rung.ts';
import { askedSet, setsOf } from './session-sets.ts';

/** The first question of a session without a model: everything that comes to mind, in any order. */
export function openingPlan(setId: string, points: readonly Point[]): ReplyPlan {
  return { ...NOTHING_ASKED, isNewPoint: true, ...questionIn({ id: setId }, points) };
}

const NOTHING_ASKED = { intent: 'answers', probe: null, isNewPoint: false, tellId: null, verdictOnLast: null } as const;

/** A set is asked for freely at first, unless its points have questions of their own. */
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
 * Plans the next question without a model. A set is asked for freely, then point by point, each until it is recalled or
 * shown. Hints come only when they are asked for. A message that is no attempt leaves the question as it is.
 */
export function nextQuestion(
  { session, state }: Pick<ModeContext<RecallState>, 'session' | 'state'>,
  { replyTo, intent }: { readonly replyTo: string; readonly intent: Intent },
): ReplyPlan {
  const { hidden } = state;
  const base = { ...NOTHING_ASKED, intent };
  const open = hidden ? unchecked(state).filter(({ id }) => isUntold(hidden, id)) : [];
  const shown = shownQuestion(hidden);
  const current = open.find(({ id }) => id === shown?.probe?.pointId) ?? null;
  const rung = shown?.probe?.rung ?? 'open';
  const reading = evaluationOf(hidden, replyTo);
  const isUnread = reading?.failure !== undefined;
  const next = nextPoint(state, open);
  const target = current ?? next.point;
  if (intent === 'asks-hint' && target) {
    const hinted = { title: next.title ?? session.title, point: target };
    const given = current ? rungs.indexOf(rung) : 0;
    const hint = hintsOf(hinted).find((cue) => rungs.indexOf(cue) > given);
    const probe = asked(target, hint ?? (current ? rung : 'open'));
    return { ...base, probe, isNewPoint: !current, ...(!hint && { isOffer: true }) };
  }
  const wasCompared = (state.cards.at(-1)?.seq ?? 0) > (shown?.shownAt ?? 0);
  const isAttempt = reading === null || reading.recalledIds.length > 0 || wasCompared;
  if (current) {
    const same = { ...base, probe: asked(current, rung) };
    return isAttempt || isUnread ? same : { ...same, isOffer: true };
  }
  const { freeSetId } = shown ?? {};
  if (freeSetId !== undefined && !isAttempt && intent !== 'gives-up' && open.length > 0)
    return { ...base, freeSetId, ...(isUnread ? {} : { isOffer: true }) };
  return { ...base, isNewPoint: true, ...next.question };
}

interface Next {
  readonly point: Point | null;
  /** Of its set; null in a session on one set. */
  readonly title: string | null;
  readonly question: Pick<ReplyPlan, 'probe' | 'freeSetId'>;
}

/** The first open point of the set in hand, or else of the first set that has one. */
export function nextPoint(state: RecallState, open: readonly Point[]): Next {
  const inHand = askedSet(state);
  const isIn = (pointIds: readonly string[]) => open.filter(({ id }) => pointIds.includes(id));
  const [here] = isIn(inHand.pointIds);
  if (here) return { point: here, title: inHand.title, question: { probe: asked(here) } };
  for (const set of setsOf(state)) {
    const points = isIn(set.pointIds);
    if (points[0]) return { point: points[0], title: set.title, question: questionIn(set, points) };
  }
  return { point: null, title: null, question: { probe: null } };
}
