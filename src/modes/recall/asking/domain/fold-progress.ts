import { type PointProgress, progressOf, type RecallHidden } from './recall-state.ts';

/** Nothing is left to decide about a point that was recalled or told. */
export function decidedOn(hidden: RecallHidden, pointId: string): RecallHidden {
  if (!Object.hasOwn(hidden.undecided, pointId)) return hidden;
  const { [pointId]: _, ...undecided } = hidden.undecided;
  return { ...hidden, undecided };
}

export function withProgress(hidden: RecallHidden, pointId: string, change: Partial<PointProgress>): RecallHidden {
  return { ...hidden, progress: { ...hidden.progress, [pointId]: { ...progressOf(hidden, pointId), ...change } } };
}
