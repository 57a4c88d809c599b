import type { SetSummary } from '../protocol.ts';

type Ready = Pick<SetSummary, 'today'>;

/** The sets with ready points, most due points first. Sessions ask for sets in this order. */
export function readySets<Set extends Ready>(sets: readonly Set[]): readonly Set[] {
  return sets
    .filter(({ today }) => today.due + today.fresh > 0)
    .toSorted((one, other) => other.today.due - one.today.due);
}

/** All sets: most due points first, then sets with new points, then the others in their order. */
export function byUrgency<Set extends Ready>(sets: readonly Set[]): readonly Set[] {
  return sets.toSorted(
    ({ today: one }, { today: other }) => other.due - one.due || Number(other.fresh > 0) - Number(one.fresh > 0),
  );
}
