import type { Visit } from '../protocol.ts';

/** The duration of a visit without pauses, in ms; 0 while it lasts. */
export function timeIn({ enteredAt, exitedAt, pausedMs }: Visit): number {
  return exitedAt === null ? 0 : Math.max(0, exitedAt - enteredAt - pausedMs);
}

/** Begins a pause in the visit; a pause under way continues. */
export function paused(visit: Visit, at: number): Visit {
  return { ...visit, pausedAt: visit.pausedAt ?? at };
}

/** Ends the pause in the visit, if any. */
export function goneOn(visit: Visit, at: number): Visit {
  if (visit.pausedAt === null) return visit;
  return { ...visit, pausedMs: visit.pausedMs + Math.max(0, at - visit.pausedAt), pausedAt: null };
}
