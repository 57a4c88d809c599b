import type { Transaction } from 'kysely';
import { z } from 'zod';

import { changedSince, isAsLeft, putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';
import { fileAnswer, type FileAnswer, fileBody } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import type { Meaning, WordIndex } from '../../search/server/passage-search.ts';
import { bucket } from '../../storage/protocol.ts';
import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import {
  addedSources,
  bucketChange,
  fileQuery,
  libraryOverview,
  type LibraryOverview,
  newBucket,
  relatedSources as related,
} from '../protocol.ts';
import { answerAdded } from './adding/answer-added.ts';
import {
  type BucketDeleted,
  emptyBucket,
  holdsSources,
  restoreBucket,
  writeBucket,
  writeOrder,
} from './buckets/bucket-rows.ts';
import { noSuchBucket, type OwnedBucket, readBucketRow, readBuckets, readOrder } from './buckets/buckets.ts';
import { addBucket, type BucketChanged, changeBucket, deleteBucket } from './buckets/change-buckets.ts';
import { addFile, MAX_FILE_BYTES } from './files/add-file.ts';
import { readOverview } from './reading/overview.ts';
import { relatedSources } from './related/related-sources.ts';
import { addSamples, removeSamples, sampleUndoHandlers } from './samples/samples.ts';
import { sourceRoutes } from './source-routes.ts';
import { sourceUndoHandlers } from './undo/source-actions.ts';
import { sourceChangedHandler } from './undo/source-changed.ts';
import { sourcesChangedHandler } from './undo/sources-changed.ts';

const BUCKET_CHANGED = 'This bucket has been changed again since. Change it where it stands.';

const done = z.object({ ok: z.literal(true) });
const ok = { ok: true } as const;

export interface SourcesDependencies extends LibraryDependencies {
  /** The progress of indexing a person's library for search by meaning. */
  readonly meaningOf: (person: string) => Promise<LibraryOverview['meaning']>;
  /** Deletes the stored vectors of embedders that are no longer in use. */
  readonly freeLeft: (person: string) => Promise<void>;
  readonly words: WordIndex;
  readonly meaning: Meaning;
}

export function sourcesRoutes(dependencies: SourcesDependencies): Route[] {
  const { database, meaningOf, freeLeft, notify } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/api/library',
      summary: 'Buckets, tags and counts of the library, and how far it is indexed',
      answer: libraryOverview,
      handle: async ({ person }) => ({
        ...(await readOverview(database.read, person)),
        meaning: await meaningOf(person),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/library/left-vectors',
      summary: 'Deletes the vectors that are kept of embedders that are not in use',
      answer: done,
      async handle({ person }) {
        await freeLeft(person);
        notify(person, []);
        return ok;
      },
    }),
    route({
      method: 'GET',
      path: '/api/library/sources/:sourceId/related',
      summary: 'The sources that are nearest to a source, and why',
      answer: related,
      handle: ({ person, params: { sourceId = '' } }) =>
        relatedSources({ ...dependencies, read: database.read }, { person, sourceId }),
    }),
    ...bucketRoutes(dependencies),
    ...sourceRoutes(dependencies),
    ...fileRoutes(dependencies),
    ...sampleRoutes(dependencies),
  ];
}

export function sourcesUndoHandlers(dependencies: LibraryDependencies): UndoHandlers {
  return {
    ...bucketUndoHandlers(dependencies),
    ...sourceUndoHandlers(dependencies),
    ...sampleUndoHandlers(dependencies),
    'source-changed': sourceChangedHandler(dependencies),
    'sources-changed': sourcesChangedHandler(dependencies),
  };
}

function sampleRoutes(dependencies: LibraryDependencies): Route[] {
  const { database, notify } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/api/library/samples',
      summary: 'Adds a handful of sample sources in two buckets, unless they are there',
      answer: done,
      async handle({ person }) {
        await database.write((trx) => addSamples(trx, dependencies, person));
        notify(person, []);
        return ok;
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/library/samples',
      summary: 'Removes the samples and their buckets. Can be undone',
      answer: done,
      async handle({ person }) {
        await database.write((trx) => removeSamples(trx, dependencies, person));
        notify(person, []);
        return ok;
      },
    }),
  ];
}

/** Routes that upload and download files. */
function fileRoutes(dependencies: LibraryDependencies): Route[] {
  const { database } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/api/library/files',
      summary: 'Adds a file as a source; the body is the file. It is read in the background',
      query: fileQuery,
      body: fileBody,
      maxBytes: MAX_FILE_BYTES,
      answer: addedSources,
      async handle({ person, query, body }) {
        const outcome = await database.write((trx) => addFile(trx, dependencies, { person, ...query, ...body }));
        return answerAdded(dependencies, person, [outcome]);
      },
    }),
    route({
      method: 'GET',
      path: '/api/library/sources/:sourceId/file',
      summary: 'The file that a source was read from',
      answer: fileAnswer,
      async handle({ person, params }): Promise<FileAnswer> {
        const row = await database.read
          .selectFrom('source_files')
          .innerJoin('sources', 'sources.id', 'source_files.source_id')
          .select(['name', 'media_type as mediaType', 'bytes'])
          .where('source_id', '=', params['sourceId'] ?? '')
          .where('source_files.person_id', '=', person)
          .where('sources.person_id', '=', person)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (!row) throw new AppError('not-found', 'There is no such file.');
        return row;
      },
    }),
  ];
}

/** Routes that change buckets. The overview lists them. */
function bucketRoutes(dependencies: LibraryDependencies): Route[] {
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

type Writing = Transaction<LibraryTables>;

function bucketUndoHandlers({ notify }: Pick<LibraryDependencies, 'notify'>): UndoHandlers {
  const after = ({ person }: { person: string }) => notify(person, []);
  return {
    'bucket-added': {
      async reverse(trx: Writing, { person, reversal, now }) {
        const bucket = { person, bucketId: (reversal as { bucketId: string }).bucketId };
        if (await holdsSources(trx, bucket))
          throw changedSince('This bucket holds sources by now. Delete it where it stands if you want it gone.');
        await emptyBucket(trx, bucket);
        await writeBucket(trx, bucket, { deleted_at: now });
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
