import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import { bucket } from '../../../storage/protocol.ts';
import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { bucketChange, newBucket } from '../../protocol.ts';
import { noSuchBucket, type OwnedBucket, readBuckets } from './buckets.ts';
import { addBucket, changeBucket, deleteBucket } from './change-buckets.ts';

/** The routes of buckets. They are listed with the overview. */
export function bucketRoutes(dependencies: LibraryDependencies): Route[] {
  const { database, newId, notify } = dependencies;
  async function answer({ person, bucketId }: OwnedBucket) {
    notify(person, []);
    const found = (await readBuckets(database.read, person)).find(({ id }) => id === bucketId);
    if (!found) throw noSuchBucket();
    return found;
  }
  return [
    route({
      method: 'POST',
      path: '/api/library/buckets',
      summary: 'Adds a bucket',
      body: newBucket,
      answer: bucket,
      async handle({ person, body: { id, ...added } }) {
        const owned = { person, bucketId: id ?? newId() };
        await database.write((trx) => addBucket(trx, dependencies, { ...owned, ...added }));
        return answer(owned);
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/library/buckets/:bucketId',
      summary: 'Changes a bucket, or its place among the others',
      body: bucketChange,
      answer: bucket,
      async handle({ person, params, body }) {
        const owned = { person, bucketId: params['bucketId'] ?? '' };
        await database.write((trx) => changeBucket(trx, dependencies, { ...owned, ...body }));
        return answer(owned);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/library/buckets/:bucketId',
      summary: 'Deletes a bucket; its sources go to the inbox. Can be undone',
      answer: z.object({ moved: z.int() }),
      async handle({ person, params }) {
        const owned = { person, bucketId: params['bucketId'] ?? '' };
        const moved = await database.write((trx) => deleteBucket(trx, dependencies, owned));
        notify(person, []);
        return { moved: moved.length };
      },
    }),
  ];
}
