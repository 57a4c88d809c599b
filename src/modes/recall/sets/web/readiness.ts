import { count, figure } from '#elements/web/text/figures.ts';

import type { SetSummary } from '../protocol.ts';

type Counts = Pick<
  SetSummary,
  'points' | 'suspended' | 'due' | 'fresh' | 'today' | 'openSession' | 'openPoints' | 'status'
>;

/** The due and new points of a set today: `8 points, 3 due`. */
export function readiness({ today: { due, fresh } }: Pick<Counts, 'today'>): string {
  if (due + fresh === 0) return 'nothing due';
  if (due === 0) return count(fresh, 'new point');
  return fresh === 0 ? count(due, 'due point') : `${count(due + fresh, 'point')}, ${figure(due)} due`;
}

/** The state of a set in one or two sentences. */
export function setStateLine(set: Counts): string {
  const { points, suspended, due, fresh, today, openSession, openPoints, status } = set;
  if (status !== 'active') return `${status === 'paused' ? 'Suspended' : 'Archived'}. ${count(points, 'point')}.`;
  if (points === 0) return 'No points yet.';
  if (points === suspended) return `${count(points, 'point')}, all suspended.`;
  const total = `${count(points, 'point')}${suspended > 0 ? ` (${figure(suspended)} suspended)` : ''}`;
  if (due + fresh === 0) return `${total}. Nothing is due; you can begin anyway.`;
  if (openSession !== null) return `${total}: ${leftWords({ openPoints })}.`;
  const later = due + fresh - today.due - today.fresh;
  if (today.due + today.fresh === 0) return `${total}. Done; ${waiting(later)}.`;
  const parts = [today.due > 0 && `${figure(today.due)} due`, today.fresh > 0 && `${figure(today.fresh)} new`];
  const ready = `${total}: ${parts.filter(Boolean).join(', ')}`;
  return later > 0 ? `${ready} today; ${waiting(later)}.` : `${ready}.`;
}

/** `7 open in the session you left`. */
export function leftWords({ openPoints }: Pick<Counts, 'openPoints'>): string {
  return `${figure(openPoints)} open in the session you left`;
}

export function waiting(points: number): string {
  return `${figure(points)} ${points === 1 ? 'waits' : 'wait'} until later days`;
}
