import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/changed-since.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import {
  type BucketColumns,
  type BucketDeleted,
  emptyBucket,
  restoreBucket,
  writeBucket,
  writeOrder,
} from '../buckets/bucket-rows.ts';
import { readBucketRow, readOrder } from '../buckets/buckets.ts';
import type { BucketChanged } from '../buckets/change-buckets.ts';

type Writing = Transaction<LibraryTables>;

export function bucketUndoHandlers({ tell }: Pick<LibraryDependencies, 'tell'>): UndoHandlers {
  const after = ({ person }: { person: string }) => tell(person, []);
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
    'bucket-changed': {
      async reverse(trx: Writing, { person, reversal }) {
        const { bucketId, from, to, order } = reversal as BucketChanged;
        const present = await readBucketRow(trx, { person, bucketId });
        if (present.deleted_at !== null) throw changedSince('This bucket has been deleted since. Restore it first.');
        const isAsLeft = (Object.keys(to) as (keyof BucketColumns)[]).every((name) => present[name] === to[name]);
        const isOrderAsLeft = !order || (await readOrder(trx, person)).join() === order.to.join();
        if (!isAsLeft || !isOrderAsLeft)
          throw changedSince('This bucket has been changed again since. Change it where it stands.');
        await writeBucket(trx, { person, bucketId }, from);
        if (order) await writeOrder(trx, person, order.from);
      },
      after,
    },
    'bucket-deleted': {
      async reverse(trx: Writing, { person, reversal }) {
        await restoreBucket(trx, person, reversal as BucketDeleted);
      },
      after,
    },
  };
}
