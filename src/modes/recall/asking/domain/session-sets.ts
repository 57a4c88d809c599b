import type { SessionState } from '#session/protocol.ts';

import { lastQuestion, shownQuestion } from './questions.ts';
import type { RecallHidden, RecallState, ReplyPlan } from './recall-state.ts';

/** A set of a session with its points. `title` is null in a session on one set, which uses the set's title. */
interface AskedSet {
  readonly id: string;
  readonly title: string | null;
  readonly pointIds: readonly string[];
}

/** The sets of a session, in the order in which they are asked for. */
export function setsOf({ setId, pointIds, hidden }: RecallState): readonly AskedSet[] {
  return hidden?.sets ?? [{ id: setId, title: null, pointIds }];
}

/** The set of the point that the last reply asks for; before the first one, the first set. */
export function askedSet(state: RecallState): AskedSet {
  const sets = setsOf(state);
  const asked = sets.find(isSetOf(lastQuestion(state.hidden)));
  return asked ?? sets[0] ?? { id: state.setId, title: null, pointIds: [] };
}

/** Matches the set that a plan asks for. */
function isSetOf(plan: ReplyPlan | null): (set: Pick<AskedSet, 'id' | 'pointIds'>) => boolean {
  const pointId = plan?.probe?.pointId ?? plan?.selfCheck?.pointId ?? '';
  return ({ id, pointIds }) => id === (plan?.freeSetId ?? plan?.lastSetId) || pointIds.includes(pointId);
}

/** The titles that the person sees: of the session and its sets. */
export function titlesOf({ title }: SessionState, { hidden }: RecallState): string {
  return [title, ...(hidden?.sets ?? []).map((set) => set.title)].join('\n');
}

/** Marks a plan whose question belongs to another set than the last question that the person saw. */
export function withNewSubject(hidden: RecallHidden, plan: ReplyPlan): ReplyPlan {
  const next = hidden.sets?.find(isSetOf(plan));
  if (!next || next.id === hidden.sets?.find(isSetOf(shownQuestion(hidden)))?.id) return plan;
  return { ...plan, newSubject: next.title };
}
