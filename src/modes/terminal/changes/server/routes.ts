import { type Route, route } from '#wire/route.ts';

import { changesAnswer, changesQuery, fileChangesAnswer, fileQuery } from '../protocol.ts';
import type { Changes } from './changes.ts';

export interface ChangesRoutesOptions {
  readonly changes: Changes;
  /** The folder of a person's own terminal. Throws an AppError if it is none, or they may not open terminals. */
  readonly requireOwn: (person: string, session: string) => Promise<string>;
}

/** The routes of what sessions changed. */
export function changesRoutes({ changes, requireOwn }: ChangesRoutesOptions): Route[] {
  const own = async (person: string, session = '') => await changes.of(session, await requireOwn(person, session));

  return [
    route({
      method: 'GET',
      path: '/api/terminals/:terminal/changes',
      summary: 'The files that changed in the folder of a terminal, and its branch',
      query: changesQuery,
      answer: changesAnswer,
      handle: async ({ person, params, query: { since } }) => (await own(person, params['terminal'])).list(since),
    }),
    route({
      method: 'GET',
      path: '/api/terminals/:terminal/changes/file',
      summary: 'The changed lines of a file',
      query: fileQuery,
      answer: fileChangesAnswer,
      handle: async ({ person, params, query: { since, path } }) =>
        (await own(person, params['terminal'])).file(since, path),
    }),
  ];
}
