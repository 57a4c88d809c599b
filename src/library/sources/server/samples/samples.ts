import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { samples } from '../../domain/samples.ts';
import { type BucketDeleted, emptyBucket, nextPosition, restoreBucket, writeBucket } from '../buckets/bucket-rows.ts';
import { markSourcesDeleted } from '../undo/source-actions.ts';
import { insertSources, type NewSourceRow } from '../writing/write-source.ts';

type Writing = Transaction<LibraryTables>;
type Adding = Pick<LibraryDependencies, 'undo' | 'now' | 'newId' | 'onTextWritten'>;

interface SamplesRemoved {
  readonly ids: readonly string[];
  readonly at: number;
  readonly buckets: readonly BucketDeleted[];
}

/** Adds the samples, unless there are some already. */
export async function addSamples(trx: Writing, adding: Adding, person: string): Promise<void> {
  const there = await readSamples(trx, person);
  if (there.ids.length + there.buckets.length > 0) return;
  const at = adding.now();
  const rows: NewSourceRow[] = [];
  for (const { sources, ...bucket } of samples) {
    const bucketId = adding.newId();
    await trx
      .insertInto('buckets')
      .values({
        ...bucket,
        id: bucketId,
        person_id: person,
        position: await nextPosition(trx, person),
        is_sample: 1,
        created_at: at,
      })
      .execute();
    for (const { tags, ...source } of sources)
      rows.push({
        ...source,
        id: adding.newId(),
        person_id: person,
        origin: 'sample',
        bucket_id: bucketId,
        url: null,
        tags: JSON.stringify(tags),
        created_at: at,
        // Distinct times fix their order in lists.
        added_at: at - rows.length,
        state: 'read',
        is_sample: 1,
      });
  }
  await insertSources(trx, adding, rows);
  await adding.undo.record(trx, { person, kind: 'samples-added', label: 'Added the samples', reversal: {} });
}

/** Deletes the samples; other sources in their buckets move to the inbox. */
export async function removeSamples(
  trx: Writing,
  { undo, now }: Pick<LibraryDependencies, 'undo' | 'now'>,
  person: string,
): Promise<void> {
  const removed = await remove(trx, person, now());
  if (removed.ids.length + removed.buckets.length === 0) return;
  await undo.record(trx, { person, kind: 'samples-removed', label: 'Removed the samples', reversal: removed });
}

async function remove(trx: Writing, person: string, at: number): Promise<SamplesRemoved> {
  const { ids, buckets } = await readSamples(trx, person);
  await markSourcesDeleted(trx, { person, ids }, { from: null, to: at });
  const removed: BucketDeleted[] = [];
  for (const bucketId of buckets) {
    removed.push({ bucketId, sources: await emptyBucket(trx, { person, bucketId }) });
    await writeBucket(trx, { person, bucketId }, { deleted_at: at });
  }
  return { ids, at, buckets: removed };
}

async function readSamples(trx: Writing, person: string): Promise<{ ids: string[]; buckets: string[] }> {
  const read = async (table: 'sources' | 'buckets') => {
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('person_id', '=', person)
      .where('is_sample', '=', 1)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  };
  return { ids: await read('sources'), buckets: await read('buckets') };
}

export function sampleUndoHandlers({ notify }: Pick<LibraryDependencies, 'notify'>): UndoHandlers {
  const after = ({ person }: { person: string }) => notify(person, []);
  return {
    'samples-added': {
      async reverse(trx: Writing, { person, now }) {
        const edited = await trx
          .selectFrom('sources')
          .select('id')
          .where('person_id', '=', person)
          .where('is_sample', '=', 1)
          .where('deleted_at', 'is', null)
          .where('edited_at', 'is not', null)
          .limit(1)
          .executeTakeFirst();
        if (edited) throw changedSince('A sample has been edited since. Remove the samples if you want them gone.');
        await remove(trx, person, now);
      },
      after,
    },
    'samples-removed': {
      async reverse(trx: Writing, { person, reversal }) {
        const { ids, at, buckets } = reversal as SamplesRemoved;
        for (const bucket of buckets) await restoreBucket(trx, person, bucket);
        await markSourcesDeleted(trx, { person, ids }, { from: at, to: null });
      },
      after,
    },
  };
}
