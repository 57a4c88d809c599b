import type { RetentionCost } from '../../protocol.ts';
import { createMemory, type Memory, type MemoryState } from '../memory.ts';
import { type Course, createCourse, type Expected, rememberedUnreviewed } from './course.ts';

export interface ReviewedMemory extends MemoryState {
  /** Whole days since its last review. */
  readonly since: number;
}

export interface RetentionQuestion {
  readonly reviewed: readonly ReviewedMemory[];
  /** Points without a review. */
  readonly fresh: number;
  /** The number of new points that are started per day; null for all at once. */
  readonly newPerDay: number | null;
  readonly weights: readonly number[];
  readonly days: number;
}

const MIN_PERCENT = 70;
const MAX_PERCENT = 97;
const STEEP_FROM_PERCENT = 89;
/** A larger set is represented by this many points, sampled evenly from least to most stable. */
const MAX_POINTS = 500;

/**
 * The cost of each retention over the coming days if every point followed it from today on: a deterministic FSRS
 * expectation over the set's own points. Overdue points are asked for today; a new point counts as recalled at first.
 * Limits on reviews per day are ignored, because they postpone work without removing it.
 */
export function retentionCosts(question: RetentionQuestion): RetentionCost[] {
  const costAt = costsOf(question);
  const costs: RetentionCost[] = [costAt(MIN_PERCENT)];
  for (let percent = MIN_PERCENT + 1; percent <= MAX_PERCENT; percent += 1) {
    const [before, isTaken] = [costs.at(-1), isBetween(percent)];
    const cost = costAt(isTaken ? percent + 1 : percent);
    if (before && isTaken) {
      costs.push(between(before, cost));
      percent += 1;
    }
    costs.push(cost);
  }
  return costs;
}

/** The same for one retention, in whole percent; equals the figure in the full list. */
export function retentionCostAt(question: RetentionQuestion, retention: number): RetentionCost {
  const costAt = costsOf(question);
  const percent = Math.min(Math.max(Math.round(retention * 100), MIN_PERCENT), MAX_PERCENT);
  return isBetween(percent) ? between(costAt(percent - 1), costAt(percent + 1)) : costAt(percent);
}

function isBetween(percent: number): boolean {
  return percent < STEEP_FROM_PERCENT && percent % 2 === 1;
}

function costsOf(question: RetentionQuestion): (percent: number) => RetentionCost {
  const memory = createMemory(question.weights);
  const points = representatives(question.reviewed);
  const share = points.length === 0 ? 1 : question.reviewed.length / points.length;
  const chances = points.map((point) => chancesFrom(memory, point, question.days));
  const unreviewed = rememberedUnreviewed(memory, question.days);
  const costAt = (percent: number): RetentionCost => {
    const retention = percent / 100;
    const course = createCourse(memory, retention, { days: question.days, unreviewed });
    let reviews = 0;
    let remembered = 0;
    for (const [index, point] of points.entries()) {
      const expected = ofReviewed({ memory, course, retention }, point, chances[index] ?? new Float64Array());
      reviews += expected.reviews * share;
      remembered += expected.remembered * share;
    }
    const fresh = ofFresh(memory, course, question);
    const pointDays = question.reviewed.length * question.days + fresh.pointDays;
    return {
      retention,
      reviewsPerDay: (reviews + fresh.reviews) / question.days,
      remembered: pointDays === 0 ? 0 : (remembered + fresh.remembered) / pointDays,
    };
  };
  return costAt;
}

/** Where costs rise slowly, every other percent is the mean of its neighbours. */
function between(one: RetentionCost, other: RetentionCost): RetentionCost {
  return {
    retention: Math.round(50 * (one.retention + other.retention)) / 100,
    reviewsPerDay: (one.reviewsPerDay + other.reviewsPerDay) / 2,
    remembered: (one.remembered + other.remembered) / 2,
  };
}

function representatives(points: readonly ReviewedMemory[]): readonly ReviewedMemory[] {
  if (points.length <= MAX_POINTS) return points;
  const sorted = points.toSorted((one, other) => one.stability - other.stability);
  const every = sorted.length / MAX_POINTS;
  return Array.from({ length: MAX_POINTS }, (_, index) => sorted[Math.floor((index + 0.5) * every)] as ReviewedMemory);
}

/** The sums of a point's probabilities of recall on the coming days without a review; the first day is today. */
function chancesFrom(memory: Memory, { stability, since }: ReviewedMemory, days: number): Float64Array {
  const sums = new Float64Array(days);
  let sum = 0;
  for (let day = 0; day < days; day += 1) sums[day] = sum += memory.chance(since + day, stability);
  return sums;
}

function ofReviewed(
  { memory, course, retention }: { memory: Memory; course: Course; retention: number },
  point: ReviewedMemory,
  sums: Float64Array,
): Expected {
  const days = sums.length;
  const wait = Math.max(0, memory.interval(point.stability, retention) - point.since);
  if (wait >= days) return { reviews: 0, remembered: sums[days - 1] ?? 0 };
  const elapsed = point.since + wait;
  const chance = memory.chance(elapsed, point.stability);
  const left = days - 1 - wait;
  const recalled = course.after(memory.next(point, elapsed, 3), true, left);
  const forgotten = course.after(memory.next(point, elapsed, 1), false, left);
  return {
    reviews: 1 + chance * recalled.reviews + (1 - chance) * forgotten.reviews,
    remembered: (sums[wait] ?? 0) + chance * recalled.remembered + (1 - chance) * forgotten.remembered,
  };
}

function ofFresh(
  memory: Memory,
  course: Course,
  { fresh, newPerDay, days }: RetentionQuestion,
): Expected & { pointDays: number } {
  const first = memory.next(null, 0, 3);
  let [reviews, remembered, pointDays] = [0, 0, 0];
  for (let day = 0, left = fresh; day < days && left > 0; day += 1) {
    const begun = Math.min(left, newPerDay ?? left);
    const expected = course.after(first, true, days - 1 - day);
    reviews += begun * (1 + expected.reviews);
    remembered += begun * (1 + expected.remembered);
    pointDays += begun * (days - day);
    left -= begun;
  }
  return { reviews, remembered, pointDays };
}
