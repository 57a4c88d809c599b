/**
 * A grid over memory states: stability in equal factors, difficulty in equal steps. Values between nodes are
 * interpolated.
 */
const MIN_STABILITY = 0.05;
const STABILITY_FACTOR = 1.45;
const STABILITIES = 31;
const MIN_DIFFICULTY = 1;
const DIFFICULTY_STEP = 1;
export const DIFFICULTIES = 10;

export const NODES = STABILITIES * DIFFICULTIES;

const FACTOR_LOG = Math.log(STABILITY_FACTOR);
const MIN_LOG = Math.log(MIN_STABILITY);

/** The state at a node. */
export function stateAt(node: number): { stability: number; difficulty: number } {
  return {
    stability: MIN_STABILITY * STABILITY_FACTOR ** Math.floor(node / DIFFICULTIES),
    difficulty: MIN_DIFFICULTY + DIFFICULTY_STEP * (node % DIFFICULTIES),
  };
}

/** The position of a state: the lowest of the four surrounding nodes, and the weight of each. */
export interface GridPlace {
  readonly node: number;
  readonly low: number;
  readonly harder: number;
  readonly stabler: number;
  readonly both: number;
}

export function gridPlaceOf({ stability, difficulty }: { stability: number; difficulty: number }): GridPlace {
  const row = within((Math.log(stability) - MIN_LOG) / FACTOR_LOG, STABILITIES - 1);
  const column = within((difficulty - MIN_DIFFICULTY) / DIFFICULTY_STEP, DIFFICULTIES - 1);
  const [fromRow, fromColumn] = [
    Math.min(Math.floor(row), STABILITIES - 2),
    Math.min(Math.floor(column), DIFFICULTIES - 2),
  ];
  const [up, right] = [row - fromRow, column - fromColumn];
  return {
    node: fromRow * DIFFICULTIES + fromColumn,
    low: (1 - up) * (1 - right),
    harder: (1 - up) * right,
    stabler: up * (1 - right),
    both: up * right,
  };
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

/** The value at a place, in the table row that begins at `row`. */
export function valueAt(table: Float64Array, row: number, place: GridPlace): number {
  const at = row + place.node;
  return (
    place.low * (table[at] ?? 0) +
    place.harder * (table[at + 1] ?? 0) +
    place.stabler * (table[at + DIFFICULTIES] ?? 0) +
    place.both * (table[at + DIFFICULTIES + 1] ?? 0)
  );
}
