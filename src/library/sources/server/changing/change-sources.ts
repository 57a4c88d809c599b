import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { changedColumns } from '#undo/server/put-back.ts';
import { AppError } from '#wire/error-kind.ts';

import { MAX_TAGS } from '../../../storage/protocol.ts';
import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { tagsOf } from '../../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { sourcesChange } from '../../protocol.ts';
import { readBucketRow, requireBucket } from '../buckets/buckets.ts';
import { namesOf } from '../undo/source-actions.ts';
import type { SourcesChanged } from '../undo/sources-changed.ts';
import { updateSource } from '../writing/write-source.ts';
import { requireKind } from './change-source.ts';
import { type OwnedRow, readOwned } from './read-owned.ts';
import { changedTags } from './tags.ts';

type Changing = Pick<LibraryDependencies, 'undo' | 'now' | 'newId' | 'onTextWritten'>;
type Change = z.output<typeof sourcesChange>;
export type BulkColumns = Partial<Pick<OwnedRow, 'bucket_id' | 'archived_at' | 'kind' | 'tags'>>;

/** Changes sources, with one undo for all. Skips deleted ones. */
export async function changeSources(
  trx: Transaction<LibraryTables>,
  changing: Changing,
  { person, ...change }: Change & { person: string },
): Promise<readonly string[]> {
  if (change.bucketId !== undefined) await requireBucket(trx, person, change.bucketId);
  const at = changing.now();
  const rows = (await readOwned(trx, person, change.ids)).filter(({ deleted_at: deletedAt }) => deletedAt === null);
  const changed = rows.flatMap((row) => {
    const wanted = columnsOf(row, { change, at });
    const columns = changedColumns<BulkColumns>(row, wanted);
    return columns ? [{ row, sourceId: row.id, ...columns }] : [];
  });
  if (changed.length === 0) return [];
  for (const { sourceId, to } of changed) await updateSource(trx, changing, { person, sourceId, columns: to, at });
  const reversal: SourcesChanged = { sources: changed.map(({ sourceId, from, to }) => ({ sourceId, from, to })) };
  const label = await labelOf(trx, { person, change, rows: changed.map(({ row }) => row) });
  await changing.undo.record(trx, { person, kind: 'sources-changed', label, reversal });
  return changed.map(({ sourceId }) => sourceId);
}

function columnsOf(row: OwnedRow, { change, at }: { change: Change; at: number }): BulkColumns {
  const { bucketId, isArchived, kind, addTags, removeTags } = change;
  if (kind !== undefined) requireKind(row, kind);
  const tags = changedTags(tagsOf(row), { add: addTags, remove: removeTags });
  if (tags.length > MAX_TAGS)
    throw new AppError('malformed', `A source has at most ${MAX_TAGS} tags.`, { field: 'addTags' });
  return {
    ...(bucketId !== undefined && { bucket_id: bucketId }),
    ...(isArchived !== undefined && { archived_at: isArchived ? (row.archived_at ?? at) : null }),
    ...(kind !== undefined && { kind }),
    tags: JSON.stringify(tags),
  };
}

async function labelOf(
  trx: Transaction<LibraryTables>,
  { person, change, rows }: { person: string; change: Change; rows: readonly OwnedRow[] },
): Promise<string> {
  const names = namesOf(rows);
  const { bucketId, isArchived, kind, addTags, removeTags } = change;
  const isOneThing =
    [bucketId, isArchived, kind, addTags ?? removeTags].filter((each) => each !== undefined).length === 1;
  if (!isOneThing) return `Changed ${names}`;
  if (bucketId === null) return `Moved ${names} to the inbox`;
  if (bucketId !== undefined) return `Moved ${names} to “${(await readBucketRow(trx, { person, bucketId })).name}”`;
  if (isArchived !== undefined) return isArchived ? `Archived ${names}` : `Brought ${names} back from the archive`;
  return kind === undefined ? `Changed the tags of ${names}` : `Changed the kind of ${names}`;
}
