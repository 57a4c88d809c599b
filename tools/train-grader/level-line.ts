import type { Features } from '#modes/recall/evaluator/domain/grader/features/features.ts';
import type { Line } from '#modes/recall/evaluator/domain/grader/model.ts';

/** A question's level, how much is known of it, and what it is like. */
export interface Level {
  readonly level: number;
  readonly certainty: number;
  readonly setting: Features;
}

/** How far the levels of questions scatter that are alike in every setting, as a variance of log odds. */
const SCATTER = 1;

/**
 * The straight line through the questions' levels, least squares with a ridge: what may be said of a question that was
 * never seen. A level counts by how much is known of it, and never more than the scatter allows.
 */
export function lineThrough(levels: readonly Level[], ridge: number): Line {
  const names = Object.keys(levels[0]?.setting ?? {});
  const weights = levels.map(({ certainty }) => 1 / (SCATTER + 1 / Math.max(certainty, 1e-6)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const meanOf = (of: (level: Level) => number): number =>
    levels.reduce((sum, level, index) => sum + (weights[index] ?? 0) * of(level), 0) / total;
  const means = names.map((name) => meanOf(({ setting }) => setting[name] ?? 0));
  const spreads = names.map((name, at) =>
    Math.sqrt(meanOf(({ setting }) => ((setting[name] ?? 0) - (means[at] ?? 0)) ** 2)),
  );
  const base = meanOf(({ level }) => level);
  const scaled = levels.map(({ setting }) =>
    names.map((name, at) => ((setting[name] ?? 0) - (means[at] ?? 0)) / ((spreads[at] ?? 0) + 1e-9)),
  );
  const matrix = names.map((_, left) =>
    names.map((__, right) =>
      scaled.reduce((sum, row, index) => sum + (weights[index] ?? 0) * (row[left] ?? 0) * (row[right] ?? 0), 0),
    ),
  );
  for (const [at, row] of matrix.entries()) row[at] = (row[at] ?? 0) + ridge;
  const target = names.map((_, at) =>
    scaled.reduce(
      (sum, row, index) => sum + (weights[index] ?? 0) * (row[at] ?? 0) * ((levels[index]?.level ?? 0) - base),
      0,
    ),
  );
  const solved = solve(matrix, target).map((weight, at) => weight / ((spreads[at] ?? 0) + 1e-9));
  return {
    base: short(base - solved.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0)),
    weights: Object.fromEntries(names.map((name, at) => [name, short(solved[at] ?? 0)])),
  };
}

/** Gauss, for a matrix that a ridge keeps from being singular. */
function solve(matrix: readonly (readonly number[])[], target: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, target[at] ?? 0]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const own = rows[pivot] ?? [];
    for (let other = 0; other < size; other += 1) {
      if (other === pivot) continue;
      const row = rows[other] ?? [];
      const factor = (row[pivot] ?? 0) / (own[pivot] ?? 1);
      for (let column = pivot; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (own[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

function short(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
