import { z } from 'zod';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { Changes } from './changes.ts';
import { NOT_WRITTEN } from './reverting.ts';

export const REVERTED = 'terminal-changes-reverted';

const entry = z.object({ mode: z.string(), id: z.string() }).nullable();
const reverted = z.object({
  session: z.string(),
  root: z.string(),
  source: z.enum(['git', 'copies']),
  writes: z.array(z.object({ path: z.string(), from: entry, to: entry, other: z.string().optional() })),
});
export type Reverted = z.infer<typeof reverted>;

/** Undoes a revert, unless the files have changed since. */
export function revertUndoHandlers(
  changes: Changes,
  requireOwn: (person: string, session: string) => Promise<string>,
): UndoHandlers {
  return {
    [REVERTED]: {
      async before({ person, reversal }) {
        const { session, ...written } = reverted.parse(reversal);
        const own = await changes.of(session, await requireOwn(person, session));
        await own.undo(written).catch((error: unknown) => {
          const isOver = error instanceof AppError && error.kind === 'refused' && error.detail.reason !== NOT_WRITTEN;
          if (isOver) throw changedSince(error.message);
          throw error;
        });
      },
    },
  };
}
