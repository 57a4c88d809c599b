import type { SetSummary } from '../protocol.ts';

type Ready = Pick<SetSummary, 'today'>;

/** The sets with ready points, in the order in which they are asked for: those with most due points first. */
export function readySets<Set extends Ready>(sets: readonly Set[]): readonly Set[] {
  return sets
    .filter(({ today }) => today.due + today.fresh > 0)
    .toSorted((one, other) => other.today.due - one.today.due);
}

/** All sets: those with due points first, then those with new ones; the others keep their order. */
export function byUrgency<Set extends Ready>(sets: readonly Set[]): readonly Set[] {
  return sets.toSorted(
    ({ today: one }, { today: other }) => other.due - one.due || Number(other.fresh > 0) - Number(one.fresh > 0),
  );
}
