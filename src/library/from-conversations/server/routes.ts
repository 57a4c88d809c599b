import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import { keptQuery, keptSources } from '../protocol.ts';

/** Routes that list what was kept from sessions. Keeping itself adds a source. */
export function keptSourcesRoutes({ database: { read } }: Pick<LibraryDependencies, 'database'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/library/kept',
      summary: 'The sources that were kept from a session',
      query: keptQuery,
      answer: keptSources,
      async handle({ person, query: { session } }) {
        const rows = await read
          .selectFrom('sources')
          .select([
            'id as sourceId',
            'message_id as messageId',
            'hole_id as holeId',
            'last_message_id as lastMessageId',
          ])
          .where('person_id', '=', person)
          .where('session_id', '=', session)
          .where('deleted_at', 'is', null)
          .execute();
        return { kept: rows };
      },
    }),
  ];
}
