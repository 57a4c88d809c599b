import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import { markSetDeleted } from '../sets.ts';
import { isReviewed, markAdditionDeleted } from './point-actions.ts';
import { pointsIn } from './set-actions.ts';

/** What an import added to one set: its points share an instant that no others of the set have. */
export interface DeckPart {
  readonly setId: string;
  readonly isNew: boolean;
  readonly at: number;
}
interface DeckImported {
  readonly parts: readonly DeckPart[];
}

export async function recordDeckImported(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  { person, parts }: { person: string; parts: readonly (DeckPart & { title: string; count: number })[] },
): Promise<void> {
  const points = parts.reduce((sum, { count }) => sum + count, 0);
  const [only] = parts;
  const into = parts.length === 1 ? `“${only?.title ?? ''}”` : `${parts.length} sets`;
  const label = `Imported ${points === 1 ? 'a point' : `${points} points`} into ${into}`;
  const reversal: DeckImported = { parts: parts.map(({ setId, isNew, at }) => ({ setId, isNew, at })) };
  await undo.record(trx, { person, kind: 'deck-imported', label, reversal });
}

export const deckUndoHandlers: UndoHandlers = {
  'deck-imported': {
    async reverse(trx, { person, reversal, now }) {
      const recall = trx as Transaction<RecallTables>;
      for (const { setId, isNew, at } of (reversal as DeckImported).parts) {
        const addition = { setId, at, first: 0 };
        if (await isReviewed(recall, person, addition))
          throw changedSince(
            'What was imported has been recalled since. Delete it where it stands if you want it gone.',
          );
        await markAdditionDeleted(recall, person, { ...addition, now });
        if (isNew && (await pointsIn(recall, { person, setId })) === 0)
          await markSetDeleted(recall, { person, setId }, now);
      }
    },
  },
};
