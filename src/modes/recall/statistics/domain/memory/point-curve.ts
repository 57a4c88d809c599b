import type { CurvePoint } from '../../protocol.ts';
import type { Forgetting, PointMemory } from './memory.ts';

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

/** Where a point's curve ends: after now and the due date, by half of its interval and at least a week. */
export function endOfCurve(memory: PointMemory, dueAt: number, now: number): number {
  return Math.max(now, dueAt) + Math.max(MIN_AHEAD_MS, (dueAt - memory.lastReviewAt) / 2);
}
