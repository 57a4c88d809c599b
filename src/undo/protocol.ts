import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** What a person did and can take back. */
const undoableAction = z.object({
  id,
  /** What it was, for programs: `set-deleted`, `point-changed`, `grade-disputed` … */
  kind: z.string(),
  /** What it was, for people: `Deleted the set “Bread”`. */
  label: z.string(),
  at: z.int(),
});
export type UndoableAction = z.infer<typeof undoableAction>;

/** `last` is what Undo would take back now; null where there is nothing. */
export const lastAction = z.object({ last: undoableAction.nullable() });
export type LastAction = z.infer<typeof lastAction>;

export const undoRequest = z.object({ id });
export const undoAnswer = z.object({ undone: undoableAction, last: undoableAction.nullable() });
export type UndoAnswer = z.infer<typeof undoAnswer>;
