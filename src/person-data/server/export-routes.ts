import { fileAnswer } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import { exportState } from '../protocol.ts';
import { EVERYTHING, type RunningExports } from './running-exports.ts';

/** Routes for downloading all data of the caller. */
export function exportRoutes(exports: RunningExports): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/export',
      summary: 'Whether an archive of the person’s own data is being made or can be downloaded',
      answer: exportState,
      handle: ({ person }) => Promise.resolve(exports.state(person)),
    }),
    route({
      method: 'POST',
      path: '/api/export',
      summary: 'Begins an archive of the person’s own data, unless one is under way',
      answer: exportState,
      handle: ({ person }) => Promise.resolve(exports.begin(person, EVERYTHING)),
    }),
    route({
      method: 'GET',
      path: '/api/export/file',
      summary: 'The archive: a zip of what `warren export` writes',
      answer: fileAnswer,
      handle: ({ person }) => Promise.resolve(exports.file(person)),
    }),
  ];
}
