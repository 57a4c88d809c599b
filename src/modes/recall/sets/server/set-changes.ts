import type { z } from 'zod';

import type { setChange } from '../protocol.ts';
import type { SetStatus } from '../protocol.ts';
import type { SetColumns } from './undo/set-actions.ts';

type SetChange = z.infer<typeof setChange>;

const STATUS_LABELS: Record<SetStatus, string> = { active: 'Made active', paused: 'Suspended', archived: 'Archived' };

/** A change of a set as columns, with its undo label. Naming a sample set makes it the person's own. */
export function toSetColumns(change: SetChange): { to: Partial<SetColumns>; label: (title: string) => string } {
  const to: Partial<SetColumns> = {
    ...(change.title !== undefined && { title: change.title, is_sample: 0 }),
    ...(change.status !== undefined && { status: change.status }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.tutorInstructions !== undefined && { tutor_instructions: change.tutorInstructions }),
    ...(change.desiredRetention !== undefined && { desired_retention: change.desiredRetention }),
    ...(change.newPerDay !== undefined && { new_per_day: change.newPerDay }),
    ...(change.reviewsPerDay !== undefined && { reviews_per_day: change.reviewsPerDay }),
  };
  const { status } = change;
  if (change.title !== undefined) return { to, label: (title) => `Renamed the set “${title}”` };
  if (status !== undefined && Object.keys(to).length === 1)
    return { to, label: (title) => `${STATUS_LABELS[status]} the set “${title}”` };
  if (change.description !== undefined && Object.keys(to).length === 1)
    return { to, label: (title) => `Changed the description of “${title}”` };
  return { to, label: (title) => `Changed the settings of “${title}”` };
}
