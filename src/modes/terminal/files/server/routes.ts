import { fileAnswer } from '#wire/file.ts';
import { type Route, route } from '#wire/route.ts';

import { fileTextAnswer, folderAnswer, pathQuery } from '../protocol.ts';
import { listFolder } from './list-folder.ts';
import { readImage, readText } from './read-file.ts';

interface FilesRoutesOptions {
  /** The folder of a person's own terminal. Throws an AppError if there is none, or if they cannot open terminals. */
  readonly requireOwn: (person: string, session: string) => Promise<string>;
  /** The person's global ignore patterns; null if there are none. */
  readonly excludes: () => Promise<string | null>;
}

/** Routes to read the files in the folder of a terminal. */
export function filesRoutes({ requireOwn, excludes }: FilesRoutesOptions): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/terminals/:terminal/files',
      summary: 'What is in a folder of a terminal',
      query: pathQuery,
      answer: folderAnswer,
      handle: async ({ person, params, query: { path } }) =>
        listFolder(await requireOwn(person, params['terminal'] ?? ''), path, await excludes()),
    }),
    route({
      method: 'GET',
      path: '/api/terminals/:terminal/files/text',
      summary: 'The text of a file',
      query: pathQuery,
      answer: fileTextAnswer,
      handle: async ({ person, params, query: { path } }) =>
        readText(await requireOwn(person, params['terminal'] ?? ''), path),
    }),
    route({
      method: 'GET',
      path: '/api/terminals/:terminal/files/image',
      summary: 'An image among the files',
      query: pathQuery,
      answer: fileAnswer,
      handle: async ({ person, params, query: { path } }) =>
        readImage(await requireOwn(person, params['terminal'] ?? ''), path),
    }),
  ];
}
