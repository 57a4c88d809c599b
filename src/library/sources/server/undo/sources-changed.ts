import type { Transaction } from 'kysely';

import { changedSince, isAsLeft } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { readBucketRow } from '../buckets/buckets.ts';
import type { BulkColumns } from '../changing/change-sources.ts';
import { readOwned } from '../changing/read-owned.ts';
import { updateSource } from '../writing/write-source.ts';

export interface SourcesChanged {
  readonly sources: readonly { readonly sourceId: string; readonly from: BulkColumns; readonly to: BulkColumns }[];
}

type Handling = Pick<LibraryDependencies, 'newId' | 'onTextWritten' | 'notify'>;

/** Undoes a change of many sources, for all that are still as it left them. */
export function sourcesChangedHandler(handling: Handling): UndoHandlers[string] {
  return {
    async reverse(trx: Transaction<LibraryTables>, { person, reversal, now }) {
      const { sources } = reversal as SourcesChanged;
      const present = await readOwned(trx, person, idsOf(reversal));
      const byId = new Map(present.map((row) => [row.id, row]));
      const asLeft = sources.filter(({ sourceId, to }) => {
        const row = byId.get(sourceId);
        return row?.deleted_at === null && isAsLeft(row, to);
      });
      if (asLeft.length === 0)
        throw changedSince('These sources have been changed again since. Change them where they stand.');
      for (const bucketId of new Set(asLeft.map(({ from }) => from.bucket_id ?? null)))
        if (bucketId !== null && (await readBucketRow(trx, { person, bucketId })).deleted_at !== null)
          throw changedSince('The bucket that they were in has been deleted since. Restore it first.');
      for (const { sourceId, from } of asLeft)
        await updateSource(trx, handling, { person, sourceId, columns: from, at: now });
    },
    after: ({ person, reversal }) => handling.notify(person, idsOf(reversal)),
  };
}

function idsOf(reversal: unknown): string[] {
  return (reversal as SourcesChanged).sources.map(({ sourceId }) => sourceId);
}
