import type { Transaction } from 'kysely';

import { changedSince, rowBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { DraftTables } from './tables.ts';

export const DRAFT_DELETED = 'draft-deleted';
export const DRAFT_CHANGED = 'draft-changed';

export interface DraftDeleted {
  readonly draft: string;
  readonly session: string;
  readonly deletedAt: number;
}

interface DraftFacts {
  readonly title: string;
  readonly status: string;
}

export interface DraftChanged {
  readonly draft: string;
  readonly session: string;
  readonly from: DraftFacts;
  readonly to: DraftFacts;
}

type OnChanged = (draft: { readonly person: string; readonly session: string; readonly draft: string }) => void;

/** Undoes actions on a whole draft. Its versions always stay. */
export function draftUndoHandlers(onChanged: OnChanged): UndoHandlers {
  return {
    [DRAFT_DELETED]: {
      async reverse(trx: Transaction<DraftTables>, { person, reversal }) {
        const { draft, deletedAt } = reversal as DraftDeleted;
        const { numUpdatedRows } = await trx
          .updateTable('drafts')
          .set({ deleted_at: null })
          .where('person_id', '=', person)
          .where('id', '=', draft)
          .where('deleted_at', '=', deletedAt)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw changedSince('This draft is there already.');
      },
      after: ({ person, reversal }) => onChanged({ person, ...(reversal as DraftDeleted) }),
    },
    [DRAFT_CHANGED]: {
      ...rowBack<DraftChanged>({
        table: 'drafts',
        id: 'draft',
        noun: 'draft',
        also: ({ now }) => ({ updated_at: now }),
      }),
      after: ({ person, reversal }) => onChanged({ person, ...(reversal as DraftChanged) }),
    },
  };
}
