import { exportState } from '#person-data/protocol.ts';
import type { RunningExports } from '#person-data/server/running-exports.ts';
import { AppError } from '#wire/error-kind.ts';
import { fileAnswer } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import { deckExport, type DeckFormat, MAX_IDS_BYTES } from '../../protocol.ts';

const FILES: Readonly<Record<DeckFormat, { readonly ending: string; readonly mediaType: string }>> = {
  apkg: { ending: 'apkg', mediaType: 'application/octet-stream' },
  csv: { ending: 'csv', mediaType: 'text/csv' },
  markdown: { ending: 'md', mediaType: 'text/markdown' },
  json: { ending: 'json', mediaType: 'application/json' },
};

/** Exports sets of the person to a file to download, one export at a time. */
export function deckExportRoutes(exports: RunningExports): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/recall/export',
      summary: 'Whether a file of the person’s sets is being made or can be downloaded',
      answer: exportState,
      handle: ({ person }) => Promise.resolve(exports.state(person)),
    }),
    route({
      method: 'POST',
      path: '/api/recall/export',
      summary: 'Begins a file of sets: an Anki package, CSV, Markdown or JSON. The one before is removed',
      body: deckExport,
      maxBytes: MAX_IDS_BYTES,
      answer: exportState,
      handle({ person, body }) {
        if (exports.state(person).isUnderWay)
          throw new AppError('refused', 'An export of yours is being made. Wait until it is done, or cancel it.', {
            reason: 'exporting',
          });
        const { ending, mediaType } = FILES[body.format];
        const what = body.points ? 'points' : body.sets === null ? 'all-sets' : 'sets';
        const name = `warren-${what}.${ending}`;
        return Promise.resolve(exports.begin(person, { name, mediaType, of: JSON.stringify(body) }));
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/export',
      summary: 'Cancels the file that is being made, or removes the one that was made',
      answer: exportState,
      async handle({ person }) {
        await exports.remove(person);
        return exports.state(person);
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/export/file',
      summary: 'The file of sets that was made last',
      answer: fileAnswer,
      handle: ({ person }) => Promise.resolve(exports.file(person)),
    }),
  ];
}
