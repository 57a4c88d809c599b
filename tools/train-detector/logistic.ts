import { sigmoid } from '../train-grader/chance.ts';

export interface Sample {
  readonly values: readonly (readonly number[])[];
  /** 0 or 1. */
  readonly targets: readonly number[];
}

export interface Fitted {
  readonly bias: number;
  readonly weights: readonly number[];
}

const STEPS = 8;

/**
 * A logistic regression by Newton's steps. `ridge` draws the weights to zero as they stand on features of spread 1; what
 * comes out stands on the features as they are.
 */
export function fitLogistic({ values, targets }: Sample, ridge: number): Fitted {
  const count = values[0]?.length ?? 0;
  const scales = Array.from({ length: count }, (_, feature) => scaleOf(values.map((row) => row[feature] ?? 0)));
  const rows = values.map((row) => [
    1,
    ...row.map((value, at) => (value - at0(scales, at).mean) / at0(scales, at).spread),
  ]);
  let solution = Array.from({ length: count + 1 }, () => 0);
  for (let step = 0; step < STEPS; step += 1) solution = newtonStep({ rows, targets, ridge }, solution);
  const weights = scales.map(({ spread }, feature) => (solution[feature + 1] ?? 0) / spread);
  const shift = scales.reduce((sum, { mean }, feature) => sum + mean * (weights[feature] ?? 0), 0);
  return { bias: (solution[0] ?? 0) - shift, weights };
}

interface Scale {
  readonly mean: number;
  readonly spread: number;
}

function at0(scales: readonly Scale[], at: number): Scale {
  return scales[at] ?? { mean: 0, spread: 1 };
}

function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return { mean, spread: spread > 1e-9 ? spread : 1 };
}

interface Problem {
  readonly rows: readonly (readonly number[])[];
  readonly targets: readonly number[];
  readonly ridge: number;
}

function newtonStep({ rows, targets, ridge }: Problem, from: readonly number[]): number[] {
  const size = from.length;
  const slope = from.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
  const curvature = from.map((_, at) => {
    const row = new Float64Array(size);
    row[at] = at === 0 ? 1e-9 : ridge;
    return row;
  });
  for (const [index, row] of rows.entries()) {
    const chance = sigmoid(row.reduce((sum, value, at) => sum + value * (from[at] ?? 0), 0));
    const rest = (targets[index] ?? 0) - chance;
    const bend = chance * (1 - chance);
    for (let one = 0; one < size; one += 1) {
      const value = row[one] ?? 0;
      slope[one] = (slope[one] ?? 0) + rest * value;
      const line = curvature[one];
      if (!line || value === 0) continue;
      for (let other = 0; other < size; other += 1) line[other] = (line[other] ?? 0) + bend * value * (row[other] ?? 0);
    }
  }
  const change = solved(curvature, slope);
  return from.map((weight, at) => weight + (change[at] ?? 0));
}

/** By elimination: the matrix is symmetric and positive, so no rows need to change places. */
function solved(matrix: readonly Float64Array[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => Float64Array.from([...row, right[at] ?? 0]));
  for (const [pivot, row] of rows.entries()) {
    const scale = row[pivot] ?? 1;
    for (const [at, value] of row.entries()) row[at] = value / scale;
    for (const [index, other] of rows.entries()) {
      const factor = other[pivot] ?? 0;
      if (index === pivot || factor === 0) continue;
      for (const [at, value] of row.entries()) other[at] = (other[at] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
