import type { Transaction } from 'kysely';
import { z } from 'zod';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { type HistoryBefore, takeLaterReviewsBack } from '../deck/later-reviews.ts';
import { markSetDeleted } from '../sets.ts';
import { markAdditionDeleted } from './point-actions.ts';

/** The points that an import added to one set. They share a creation time that no other points of the set have. */
const deckPart = z.object({ setId: z.string(), isNew: z.boolean(), at: z.int() });
export type DeckPart = z.infer<typeof deckPart>;
export const deckParts = z.array(deckPart);

/** The words of a point, which an import of the same note can change. */
export interface ChangedWords {
  readonly text: string;
  readonly question: string | null;
  readonly context: string;
  readonly tags: string;
}
export interface ChangedPoint {
  readonly pointId: string;
  /** Time of the change before the import; absent in older actions. */
  readonly updatedAt?: number;
  readonly from: ChangedWords;
  readonly to: ChangedWords;
}
interface DeckImported {
  /** Absent in actions that are older than the table of imports. */
  readonly importId?: string;
  readonly parts: readonly DeckPart[];
  readonly changed?: readonly ChangedPoint[];
  /** Absent in older actions. */
  readonly later?: readonly HistoryBefore[];
}

type Trx = Transaction<RecallTables>;

export async function recordDeckImported(
  undo: UndoLog,
  trx: Trx,
  { person, title, ...reversal }: DeckImported & { person: string; title: string; importId: string; added: number },
): Promise<void> {
  const { added, changed = [], later = [], parts } = reversal;
  const counted = added === 0 ? Math.max(changed.length, later.length) : added;
  const into = parts.length > 1 ? `${parts.length} sets` : `“${title}”`;
  const points = counted === 1 ? 'a point' : `${counted} points`;
  const label = added === 0 ? `Updated ${points} from ${into}` : `Imported ${points} into ${into}`;
  await undo.record(trx, { person, kind: 'deck-imported', label, reversal });
}

export const deckUndoHandlers = ({ preferencesOf }: Pick<RecallDependencies, 'preferencesOf'>): UndoHandlers => ({
  'deck-imported': {
    async reverse(anyTrx, { person, reversal, now }) {
      const trx = anyTrx as Trx;
      const { importId, parts, changed = [], later = [] } = reversal as DeckImported;
      for (const part of parts)
        if (await isReviewedHere(trx, person, part))
          throw changedSince(
            'What was imported has been recalled since. Delete it where it stands if you want it gone.',
          );
      for (const { setId, isNew, at } of parts)
        // Deleting a set also hides its points.
        if (isNew && !(await hasOthers(trx, person, { setId, at }))) await markSetDeleted(trx, { person, setId }, now);
        else await markAdditionDeleted(trx, person, { setId, at, first: 0, now });
      for (const { pointId, updatedAt = now, from, to } of changed)
        await trx
          .updateTable('recall_points')
          .set({ ...from, updated_at: updatedAt })
          .where('id', '=', pointId)
          .where('person_id', '=', person)
          .where('text', '=', to.text)
          .execute();
      const preferences = await preferencesOf(trx, person);
      await takeLaterReviewsBack(trx, { person, at: now, preferences }, later);
      if (importId !== undefined)
        await trx
          .updateTable('deck_imports')
          .set({ state: 'undone' })
          .where('id', '=', importId)
          .where('person_id', '=', person)
          .execute();
    },
  },
});

/** Imported points can have cards without any review here, so this looks at the review log. */
async function isReviewedHere(trx: Trx, person: string, { setId, at }: DeckPart): Promise<boolean> {
  const reviewed = await trx
    .selectFrom('recall_points')
    .innerJoin('review_log', (join) =>
      join
        .onRef('review_log.person_id', '=', 'recall_points.person_id')
        .onRef('review_log.point_id', '=', 'recall_points.id'),
    )
    .select('recall_points.id')
    .where('recall_points.person_id', '=', person)
    .where('recall_points.set_id', '=', setId)
    .where('recall_points.created_at', '=', at)
    .limit(1)
    .executeTakeFirst();
  return reviewed !== undefined;
}

async function hasOthers(trx: Trx, person: string, { setId, at }: Omit<DeckPart, 'isNew'>): Promise<boolean> {
  const other = await trx
    .selectFrom('recall_points')
    .select('id')
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where('created_at', '<>', at)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
