import { isBlank } from '#kernel/clean-text.ts';
import { AppError } from '#wire/error-kind.ts';
import { fileBody } from '#wire/file.ts';
import { type Route, route } from '#wire/route.ts';

import { type NewSource, newSources } from '../../sources/protocol.ts';
import { addSources, readGiven } from '../../sources/server/adding/add-sources.ts';
import { answerAdded } from '../../sources/server/adding/answer-added.ts';
import { addFile, MAX_FILE_BYTES } from '../../sources/server/files/add-file.ts';
import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import { sharedSources } from '../domain/shared-sources.ts';
import { captureAnswer, captureQuery } from '../protocol.ts';
import { empty, readCapture } from './read-capture.ts';

/** Adds to the library from outside Warren, with a token that permits nothing else. */
export function captureRoutes(dependencies: LibraryDependencies): Route[] {
  const { database, now } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/api/library/capture',
      summary: 'Adds a text, a link or files to the inbox. A capture token may do this and nothing else',
      takesCaptureToken: true,
      query: captureQuery,
      body: fileBody,
      maxBytes: MAX_FILE_BYTES,
      answer: captureAnswer,
      async handle({ person, query, body }) {
        const captured = readCapture(body, query.name ?? `Captured ${new Date(now()).toISOString().slice(0, 10)}`);
        const sources = checkedSources(sharedSources(captured));
        for (const { bytes, name } of captured.files)
          if (bytes.byteLength === 0) throw new AppError('malformed', `The file “${name}” is empty.`, { field: name });
        if (sources.length + captured.files.length === 0) throw empty();
        const read = await readGiven(dependencies, person, sources);
        const outcomes = await database.write(async (trx) => {
          const added = [...(await addSources(trx, dependencies, { person, sources: read }))];
          for (const file of captured.files) added.push(await addFile(trx, dependencies, { person, ...file }));
          return added;
        });
        await answerAdded(dependencies, person, outcomes);
        return { kept: outcomes.length };
      },
    }),
  ];
}

function checkedSources(sources: readonly NewSource[]) {
  const given = sources.filter(({ content, url }) => url !== undefined || !isBlank(content ?? ''));
  return given.length === 0 ? [] : newSources.parse({ sources: given }).sources;
}
