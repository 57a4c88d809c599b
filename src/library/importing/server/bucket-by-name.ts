import type { Transaction } from 'kysely';

import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import { readBuckets } from '../../sources/server/buckets/buckets.ts';
import { addBucket } from '../../sources/server/buckets/change-buckets.ts';
import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { bucketOfPath } from '../domain/names.ts';

const MAX_NAME = 60;
/** Records no separate undo: the bucket is undone with the import that adds it. */
const WITH_THE_IMPORT: UndoLog = { record: () => Promise.resolve(), withdraw: () => Promise.resolve() };

/** The name of the bucket for a file; null for the inbox. */
export function bucketNameFor(path: string, bucket: string | null | undefined): string | null {
  const name = bucket === undefined ? bucketOfPath(path) : bucket;
  return name === null
    ? null
    : name
        .slice(0, MAX_NAME)
        .replace(/[\uD800-\uDBFF]$/u, '')
        .trim() || null;
}

/** Finds a bucket by its name, or adds one; `isNew` is true if it was added. */
export async function bucketByName(
  trx: Transaction<LibraryTables>,
  { now, newId }: Pick<LibraryDependencies, 'now' | 'newId'>,
  { person, name }: { readonly person: string; readonly name: string },
): Promise<{ readonly bucketId: string; readonly isNew: boolean }> {
  const wanted = keyOf(name);
  const found = (await readBuckets(trx, person)).find((bucket) => keyOf(bucket.name) === wanted);
  if (found) return { bucketId: found.id, isNew: false };
  const bucketId = newId();
  await addBucket(
    trx,
    { undo: WITH_THE_IMPORT, now },
    { person, bucketId, name: withoutDirectionMarks(name), description: '' },
  );
  return { bucketId, isNew: true };
}

function keyOf(name: string): string {
  return withoutDirectionMarks(name).normalize('NFC').trim().toLowerCase();
}
