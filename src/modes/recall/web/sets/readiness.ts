import type { SetSummary } from '../../protocol.ts';
import { count, figure } from '../when.ts';

type Counts = Pick<SetSummary, 'points' | 'due' | 'fresh'>;

/** What of a set is ready: `8 points, 3 new`. */
export function readiness({ due, fresh }: Counts): string {
  if (due + fresh === 0) return 'nothing ready';
  if (due === 0) return count(fresh, 'new point');
  return fresh === 0 ? count(due, 'point') : `${count(due + fresh, 'point')}, ${figure(fresh)} new`;
}

/** How a set stands, in one sentence. */
export function standing({ points, due, fresh }: Counts): string {
  if (points === 0) return 'No points yet.';
  const total = count(points, 'point');
  if (due + fresh === 0) return `${total}. Nothing is ready; you can begin anyway.`;
  const parts = [due > 0 && `${figure(due)} due`, fresh > 0 && `${figure(fresh)} new`].filter(Boolean);
  return `${total}: ${parts.join(', ')}.`;
}
