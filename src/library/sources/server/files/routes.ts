import { AppError } from '#wire/error-kind.ts';
import { fileAnswer, type FileAnswer, fileBody } from '#wire/file.ts';
import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { addedSources, fileQuery } from '../../protocol.ts';
import { answerAdded } from '../adding/answer-added.ts';
import { addFile, MAX_FILE_BYTES } from './add-file.ts';

/** Files as they were given: added, and given back. */
export function fileRoutes(dependencies: LibraryDependencies): Route[] {
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
