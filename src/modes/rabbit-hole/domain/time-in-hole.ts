import type { Visit } from '../protocol.ts';

/** How long a visit lasted, without the pauses in it, in ms; 0 while it lasts. */
export function timeIn({ enteredAt, exitedAt, pausedMs }: Visit): number {
  return exitedAt === null ? 0 : Math.max(0, exitedAt - enteredAt - pausedMs);
}

/** The pause that it is in begins at that time; one that has begun goes on. */
export function paused(visit: Visit, at: number): Visit {
  return { ...visit, pausedAt: visit.pausedAt ?? at };
}

/** The pause that it is in, if any, is over at that time. */
export function goneOn(visit: Visit, at: number): Visit {
  if (visit.pausedAt === null) return visit;
  return { ...visit, pausedMs: visit.pausedMs + Math.max(0, at - visit.pausedAt), pausedAt: null };
}
