import { z } from 'zod';

const id = z.string().max(64);

const undoableAction = z.object({
  id,
  /** For programs: `set-deleted`, `point-changed`, `grade-disputed` … */
  kind: z.string(),
  /** For people: `Deleted the set “Bread”`. */
  label: z.string(),
  at: z.int(),
});
export type UndoableAction = z.infer<typeof undoableAction>;

/** `last`: the action that undo would reverse now; null without one. */
export const lastAction = z.object({ last: undoableAction.nullable() });
export type LastAction = z.infer<typeof lastAction>;

/** The latest actions that can be undone, newest first. */
export const recentActions = z.object({ actions: z.array(undoableAction) });
export type RecentActions = z.infer<typeof recentActions>;

export const undoRequest = z.object({ id });
export const undoAnswer = z.object({ undone: undoableAction, last: undoableAction.nullable() });
export type UndoAnswer = z.infer<typeof undoAnswer>;
