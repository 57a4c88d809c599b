import type { Memory, MemoryState } from '../memory.ts';

/**
 * A grid over memory states: stability in equal factors, difficulty in equal steps. Values between nodes are
 * interpolated.
 */
const MIN_STABILITY = 0.05;
const STABILITY_FACTOR = 1.45;
const STABILITIES = 31;
const MIN_DIFFICULTY = 1;
const DIFFICULTY_STEP = 1;
const DIFFICULTIES = 10;

const NODES = STABILITIES * DIFFICULTIES;

const FACTOR_LOG = Math.log(STABILITY_FACTOR);
const MIN_LOG = Math.log(MIN_STABILITY);

/** The expected course of a point: its number of reviews, and the sum of its daily probabilities of recall. */
export interface Expected {
  readonly reviews: number;
  readonly remembered: number;
}

/** Expected costs by memory state and number of days left. */
export interface Course {
  /** For a state right after a review. */
  after(state: MemoryState, isRecalled: boolean, days: number): Expected;
}

/** FSRS schedules recalled points later than forgotten ones: Good returns after three days at the earliest. */
const MIN_DAYS = { recalled: 3, forgotten: 1 } as const;

/**
 * Exact expectations for one retention: each review branches into recalled (Good) and forgotten (Again), weighted by
 * the probability on its day. Computed once for all states of a grid and for every number of days left, in ascending
 * order, so that a branch is a lookup in an earlier row. A separate tree per point would grow exponentially.
 * `unreviewed` is the result of `rememberedUnreviewed` for these days.
 */
export function createCourse(
  memory: Memory,
  retention: number,
  { days, unreviewed }: { days: number; unreviewed: Float64Array },
): Course {
  const recalled = tableOf(memory, retention, { days, least: MIN_DAYS.recalled });
  const forgotten = tableOf(memory, retention, { days, least: MIN_DAYS.forgotten });
  for (let left = 1; left <= days; left += 1)
    for (const table of [recalled, forgotten]) fillRow(table, { left, recalled, forgotten, unreviewed, days });
  return {
    after(state, isRecalled, left) {
      const { reviews, remembered } = isRecalled ? recalled : forgotten;
      const place = gridPlaceOf(state);
      const row = left * NODES;
      return { reviews: valueAt(reviews, row, place), remembered: valueAt(remembered, row, place) };
    },
  };
}

/**
 * For each node, the running sums of its probabilities over the days without another review; the last sum covers all
 * days.
 */
export function rememberedUnreviewed(memory: Memory, days: number): Float64Array {
  const sums = new Float64Array(NODES * (days + 1));
  for (let node = 0; node < NODES; node += 1)
    for (let day = 1; day <= days; day += 1) {
      const at = node * (days + 1) + day;
      sums[at] = (sums[at - 1] ?? 0) + memory.chance(day, stateAt(node).stability);
    }
  return sums;
}

/** Flat arrays, because the loop over them dominates the run time. */
interface Table {
  /** By days left, then node. */
  readonly reviews: Float64Array;
  readonly remembered: Float64Array;
  /** By node: days until the next review, and the probability of recall on that day. */
  readonly intervals: Int32Array;
  readonly chances: Float64Array;
  /** By node, five numbers each: the grid place it moves to when recalled, and when forgotten. */
  readonly whenRecalled: Float64Array;
  readonly whenForgotten: Float64Array;
}

function tableOf(memory: Memory, retention: number, { days, least }: { days: number; least: number }): Table {
  const size = (days + 1) * NODES;
  const table = {
    reviews: new Float64Array(size),
    remembered: new Float64Array(size),
    intervals: new Int32Array(NODES),
    chances: new Float64Array(NODES),
    whenRecalled: new Float64Array(NODES * 5),
    whenForgotten: new Float64Array(NODES * 5),
  };
  for (let node = 0; node < NODES; node += 1) {
    const state = stateAt(node);
    const interval = Math.max(least, memory.interval(state.stability, retention));
    table.intervals[node] = interval;
    if (interval > days) continue;
    table.chances[node] = memory.chance(interval, state.stability);
    table.whenRecalled.set(numbers(gridPlaceOf(memory.next(state, interval, 3))), node * 5);
    table.whenForgotten.set(numbers(gridPlaceOf(memory.next(state, interval, 1))), node * 5);
  }
  return table;
}

function numbers({ node, low, harder, stabler, both }: GridPlace): readonly number[] {
  return [node, low, harder, stabler, both];
}

interface RowWork {
  readonly left: number;
  readonly days: number;
  readonly recalled: Table;
  readonly forgotten: Table;
  readonly unreviewed: Float64Array;
}

function fillRow(table: Table, { left, days, recalled, forgotten, unreviewed }: RowWork): void {
  for (let node = 0; node < NODES; node += 1) {
    const at = left * NODES + node;
    const interval = table.intervals[node] as number;
    if (interval > left) {
      table.remembered[at] = unreviewed[node * (days + 1) + left] as number;
      continue;
    }
    const row = (left - interval) * NODES;
    const chance = table.chances[node] as number;
    const miss = 1 - chance;
    table.reviews[at] =
      1 +
      chance * blend(recalled.reviews, row, table.whenRecalled, node * 5) +
      miss * blend(forgotten.reviews, row, table.whenForgotten, node * 5);
    table.remembered[at] =
      (unreviewed[node * (days + 1) + interval] as number) +
      chance * blend(recalled.remembered, row, table.whenRecalled, node * 5) +
      miss * blend(forgotten.remembered, row, table.whenForgotten, node * 5);
  }
}

// oxlint-disable-next-line max-params -- called by the million: an object each would cost more than the sum
function blend(values: Float64Array, row: number, places: Float64Array, at: number): number {
  const from = row + (places[at] as number);
  return (
    (places[at + 1] as number) * (values[from] as number) +
    (places[at + 2] as number) * (values[from + 1] as number) +
    (places[at + 3] as number) * (values[from + DIFFICULTIES] as number) +
    (places[at + 4] as number) * (values[from + DIFFICULTIES + 1] as number)
  );
}

function stateAt(node: number): { stability: number; difficulty: number } {
  return {
    stability: MIN_STABILITY * STABILITY_FACTOR ** Math.floor(node / DIFFICULTIES),
    difficulty: MIN_DIFFICULTY + DIFFICULTY_STEP * (node % DIFFICULTIES),
  };
}

/** The position of a state: the lowest of the four surrounding nodes, and the weight of each. */
interface GridPlace {
  readonly node: number;
  readonly low: number;
  readonly harder: number;
  readonly stabler: number;
  readonly both: number;
}

function gridPlaceOf({ stability, difficulty }: { stability: number; difficulty: number }): GridPlace {
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
function valueAt(table: Float64Array, row: number, place: GridPlace): number {
  const at = row + place.node;
  return (
    place.low * (table[at] ?? 0) +
    place.harder * (table[at + 1] ?? 0) +
    place.stabler * (table[at + DIFFICULTIES] ?? 0) +
    place.both * (table[at + DIFFICULTIES + 1] ?? 0)
  );
}
