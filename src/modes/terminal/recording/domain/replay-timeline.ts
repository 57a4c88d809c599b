/**
 * The timeline of a replay. An event has a recorded time and a shown time, both in ms since the start. They differ
 * after a gap between two events that is longer than the idle limit: the replay then waits only as long as the limit.
 */
export interface ReplayTimeline {
  /** Shown time of each event, never decreasing. */
  readonly shownAt: Float64Array;
  /** Recorded time of each event, never decreasing. */
  readonly recordedAt: Float64Array;
  /** Shown time of the last event; 0 without events. */
  readonly durationMs: number;
  /** Total time that the idle limit skips. */
  readonly skippedMs: number;
}

/** `idleLimitMs` is the longest wait between two events, or null to keep every gap. */
export function timelineOf(events: readonly { readonly atMs: number }[], idleLimitMs: number | null): ReplayTimeline {
  const limit = idleLimitMs ?? Infinity;
  const recordedAt = new Float64Array(events.length);
  const shownAt = new Float64Array(events.length);
  let recorded = 0;
  let shown = 0;
  for (const [index, { atMs }] of events.entries()) {
    const gap = Math.max(0, atMs - recorded);
    recorded += gap;
    shown += Math.min(gap, limit);
    recordedAt[index] = recorded;
    shownAt[index] = shown;
  }
  return { shownAt, recordedAt, durationMs: shown, skippedMs: recorded - shown };
}

/** Number of events shown at a position: those at or before it. */
export function eventsUntil({ shownAt }: ReplayTimeline, positionMs: number): number {
  return countUntil(shownAt, positionMs);
}

/**
 * Recorded time of a position. Inside a shortened gap both move at the same rate, and the rest is skipped at its end.
 */
export function recordedTime({ shownAt, recordedAt }: ReplayTimeline, positionMs: number): number {
  const shown = countUntil(shownAt, positionMs);
  const since = positionMs - (shownAt[shown - 1] ?? 0);
  return Math.min((recordedAt[shown - 1] ?? 0) + since, recordedAt[shown] ?? recordedAt.at(-1) ?? 0);
}

/**
 * Position of a recorded time: the inverse of `recordedTime`. A skipped time has the position at the end of its gap.
 */
export function positionOf({ shownAt, recordedAt }: ReplayTimeline, recordedMs: number): number {
  const shown = countUntil(recordedAt, recordedMs);
  const since = recordedMs - (recordedAt[shown - 1] ?? 0);
  return Math.min((shownAt[shown - 1] ?? 0) + since, shownAt[shown] ?? shownAt.at(-1) ?? 0);
}

interface Advance {
  readonly elapsedMs: number;
  readonly speed: number;
}

/** The position after some time of playing, never past the end. */
export function advanced(timeline: ReplayTimeline, positionMs: number, { elapsedMs, speed }: Advance): number {
  return within(timeline, positionMs + Math.max(0, elapsedMs) * speed);
}

/** Limits a position to the timeline. */
export function within({ durationMs }: ReplayTimeline, positionMs: number): number {
  return Math.min(durationMs, Math.max(0, positionMs || 0));
}

/** Number of sorted times at or before a time. */
function countUntil(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
