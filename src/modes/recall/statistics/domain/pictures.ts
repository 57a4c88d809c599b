import { addDays } from '#day/domain/day.ts';

import type { Bin, CurvePoint, DueDay } from '../protocol.ts';
import type { Forgetting, PointMemory } from './memory.ts';

const DAYS = 90;

/** The number of points due on each of the next 90 days. Overdue points count for today. */
export function dueByDay(dueDays: Iterable<string>, today: string): { overdue: number; days: DueDay[] } {
  const counts = new Map(Array.from({ length: DAYS }, (_, index) => [addDays(today, index), 0]));
  let overdue = 0;
  for (const day of dueDays) {
    if (day < today) overdue += 1;
    const counted = day < today ? today : day;
    const count = counts.get(counted);
    if (count !== undefined) counts.set(counted, count + 1);
  }
  return { overdue, days: Array.from(counts, ([day, due]) => ({ day, due })) };
}

/** In days: less than a day, days, weeks, months, years. */
const STABILITY_EDGES = [0, 1, 3, 7, 14, 30, 90, 180, 365, 730];
const DIFFICULTY_EDGES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function stabilitySpread(stabilities: readonly number[]): Bin[] {
  return spread(stabilities, STABILITY_EDGES, null);
}

/** The last bin includes 10. */
export function difficultySpread(difficulties: readonly number[]): Bin[] {
  return spread(difficulties, DIFFICULTY_EDGES, 10);
}

function spread(values: readonly number[], edges: readonly number[], end: number | null): Bin[] {
  const counts = edges.map(() => 0);
  for (const value of values) {
    let index = edges.length - 1;
    while (index > 0 && value < (edges[index] ?? 0)) index -= 1;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return edges.map((from, index) => ({ from, to: edges[index + 1] ?? end, points: counts[index] ?? 0 }));
}

/** The lower median. Null for an empty list. */
export function medianOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? null;
}

const DAY_MS = 86_400_000;
const SAMPLES = 40;
const MIN_AHEAD_MS = 7 * DAY_MS;

/** The forgetting curve from a review to an instant, in at most 40 steps. */
export function fallingLine(memory: PointMemory, until: number, forgetting: Forgetting): CurvePoint[] {
  const days = Math.max(0, Math.floor((until - memory.lastReviewAt) / DAY_MS));
  const steps = Math.min(SAMPLES, Math.max(1, days));
  const line = Array.from({ length: steps }, (_, step) => {
    const at = memory.lastReviewAt + Math.round((step / steps) * days) * DAY_MS;
    return { at, chance: forgetting.chanceOn(memory, forgetting.dayAt(at)) };
  });
  line.push({ at: until, chance: forgetting.chanceOn(memory, forgetting.dayAt(until)) });
  return line;
}

/** The end of a point's curve: after now and the due date, by half of its interval and at least a week. */
export function endOfCurve(memory: PointMemory, dueAt: number, now: number): number {
  return Math.max(now, dueAt) + Math.max(MIN_AHEAD_MS, (dueAt - memory.lastReviewAt) / 2);
}

/** The memory state of a point between two of its reviews. The last span has no end. */
export interface Span {
  readonly memory: PointMemory;
  readonly until: number;
}

interface Chances {
  readonly mean: number;
  /** The limit of the lowest tenth; with fewer than ten points, the lowest chance. */
  readonly weakest: number;
  /** The limit of the highest tenth; with fewer than ten points, the highest chance. */
  readonly strongest: number;
}

/** The chances of recalling a set's points at an instant. Null before the first review of any of them. */
export function chancesAt(spans: readonly Span[], at: number, forgetting: Forgetting): Chances | null {
  const chances: number[] = [];
  const day = forgetting.dayAt(at);
  let sum = 0;
  for (const { memory, until } of spans) {
    if (at < memory.lastReviewAt || at >= until) continue;
    const chance = forgetting.chanceOn(memory, day);
    chances.push(chance);
    sum += chance;
  }
  if (chances.length === 0) return null;
  const sorted = Float64Array.from(chances).sort();
  const tenth = Math.floor(sorted.length / 10);
  const weakest = sorted[tenth] ?? 0;
  const strongest = sorted[sorted.length - 1 - tenth] ?? 1;
  return { mean: sum / sorted.length, weakest, strongest };
}

/**
 * A reviewed point is fading if it is due by the end of today, or if its chance is below the desired retention, both in
 * whole per cents as shown. Otherwise it is solid.
 */
export function isFading(point: { chance: number; isDueToday: boolean }, desiredRetention: number): boolean {
  return point.isDueToday || Math.round(point.chance * 100) < Math.round(desiredRetention * 100);
}
