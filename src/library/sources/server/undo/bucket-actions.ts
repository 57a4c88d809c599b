import type { Transaction } from 'kysely';

import { changedSince, isAsLeft, putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { type BucketDeleted, emptyBucket, restoreBucket, writeBucket, writeOrder } from '../buckets/bucket-rows.ts';
import { readBucketRow, readOrder } from '../buckets/buckets.ts';
import type { BucketChanged } from '../buckets/change-buckets.ts';

type Writing = Transaction<LibraryTables>;

const BUCKET_CHANGED = 'This bucket has been changed again since. Change it where it stands.';

export function bucketUndoHandlers({ notify }: Pick<LibraryDependencies, 'notify'>): UndoHandlers {
  const after = ({ person }: { person: string }) => notify(person, []);
  return {
    'bucket-added': {
      async reverse(trx: Writing, { person, reversal, now }) {
        const { bucketId } = reversal as { bucketId: string };
        const used = await trx
          .selectFrom('sources')
          .select('id')
          .where('person_id', '=', person)
          .where('bucket_id', '=', bucketId)
          .where('deleted_at', 'is', null)
          .limit(1)
          .executeTakeFirst();
        if (used)
          throw changedSince('This bucket holds sources by now. Delete it where it stands if you want it gone.');
        await emptyBucket(trx, { person, bucketId });
        await writeBucket(trx, { person, bucketId }, { deleted_at: now });
      },
      after,
    },
    'bucket-changed': putBack<BucketChanged, LibraryTables>({
      async read(trx, { person, reversal: { bucketId, order } }) {
        const present = await readBucketRow(trx, { person, bucketId });
        if (present.deleted_at !== null) throw changedSince('This bucket has been deleted since. Restore it first.');
        if (order && !isAsLeft(await readOrder(trx, person), order.to)) throw changedSince(BUCKET_CHANGED);
        return present;
      },
      async write(trx, { person, reversal: { bucketId, from, order } }) {
        await writeBucket(trx, { person, bucketId }, from);
        if (order) await writeOrder(trx, person, order.from);
      },
      changed: BUCKET_CHANGED,
      after,
    }),
    'bucket-deleted': {
      async reverse(trx: Writing, { person, reversal }) {
        await restoreBucket(trx, person, reversal as BucketDeleted);
      },
      after,
    },
  };
}
