import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { shownTitle } from '../../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';

const MAX_TITLE_IN_LABEL = 60;

type Writing = Transaction<LibraryTables>;

export interface SourcesMarked {
  readonly ids: readonly string[];
  /** When they were added or deleted. */
  readonly at: number;
}

export async function recordSourcesAdded(
  trx: Writing,
  undo: UndoLog,
  { person, ids, at }: SourcesMarked & { person: string },
): Promise<void> {
  // With many sources the titles are not named.
  const rows = await trx
    .selectFrom('sources')
    .select(['title', 'url'])
    .where('person_id', '=', person)
    .where('id', 'in', ids.slice(0, 2))
    .execute();
  const label = `Added ${ids.length > 1 ? `${ids.length} sources` : namesOf(rows)}`;
  const reversal: SourcesMarked = { ids, at };
  await undo.record(trx, { person, kind: 'sources-added', label, reversal });
}

/** Sets the deletion time of the sources that `when` selects, or clears it with null. */
export async function markSourcesDeleted(
  trx: Writing,
  { person, ids }: { person: string; ids: readonly string[] },
  { from, to }: { from: number | null; to: number | null },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await trx
    .updateTable('sources')
    .set({ deleted_at: to })
    .where('person_id', '=', person)
    .where('id', 'in', ids)
    .where('deleted_at', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Reports whether the person has edited one of these sources: undo of their addition would lose the edit. */
async function isEdited(trx: Writing, person: string, { ids }: SourcesMarked): Promise<boolean> {
  if (ids.length === 0) return false;
  const edited = await trx
    .selectFrom('sources')
    .select('id')
    .where('person_id', '=', person)
    .where('id', 'in', ids)
    .where('edited_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return edited !== undefined;
}

type Notifying = Pick<LibraryDependencies, 'notify' | 'wakeIngestion'>;

/** Undoes adding and deleting sources. */
export function sourceUndoHandlers({ notify, wakeIngestion }: Notifying): UndoHandlers {
  const after = ({ person, reversal }: { person: string; reversal: unknown }) => {
    notify(person, (reversal as SourcesMarked).ids);
    // Deleted sources must not be read any more, and restored ones may have to be.
    wakeIngestion();
  };
  return {
    'sources-added': {
      async reverse(trx: Writing, { person, reversal, now }) {
        const added = reversal as SourcesMarked;
        if (await isEdited(trx, person, added))
          throw changedSince('What was added has been edited since. Delete it where it stands if you want it gone.');
        await markSourcesDeleted(trx, { person, ids: added.ids }, { from: null, to: now });
      },
      after,
    },
    'sources-deleted': {
      async reverse(trx: Writing, { person, reversal }) {
        const { ids, at } = reversal as SourcesMarked;
        const restored = await markSourcesDeleted(trx, { person, ids }, { from: at, to: null });
        if (restored === 0) throw changedSince('These sources are there already.');
      },
      after,
    },
  };
}

interface Named {
  readonly title: string;
  readonly url: string | null;
}

/** `the source “Title”`, or the number of sources. */
export function namesOf(sources: readonly Named[]): string {
  const [first] = sources;
  if (sources.length !== 1 || !first) return `${sources.length} sources`;
  const title = shownTitle(first);
  return `the source “${title.length > MAX_TITLE_IN_LABEL ? `${title.slice(0, MAX_TITLE_IN_LABEL - 1)}…` : title}”`;
}
