import { findFirstPerson } from '#account/server/first-person.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { AppError } from '#wire/error-kind.ts';
import { route } from '#wire/route.ts';

import { type ListedServer, serversAnswer, statusAnswer } from '../protocol.ts';
import { readStatus, type RunningStatus, type StatusDeps } from './read-status.ts';

/** The status of the server and the list of servers, for their owner: the first person. */
export function statusContribution(
  deps: StatusDeps & { readonly servers: () => Promise<readonly ListedServer[]> },
  running: () => Promise<Omit<RunningStatus, 'liveSessions'>>,
): ServerContribution {
  return {
    create: () => ({
      surface: ({ sessions }) => ({
        routes: [
          route({
            method: 'GET',
            path: '/api/status',
            summary: 'How the server stands: for the first person alone',
            answer: statusAnswer,
            async handle({ person }) {
              const first = await findFirstPerson(deps.read);
              if (first?.id !== person)
                throw new AppError('refused', 'Only the first person of this Warren sees how it stands.', {
                  reason: 'not-first',
                });
              return readStatus(deps, { ...(await running()), liveSessions: sessions.count });
            },
          }),
          route({
            method: 'GET',
            path: '/api/servers',
            summary: 'The servers of this Warren: for the first person alone',
            answer: serversAnswer,
            async handle({ person }) {
              const first = await findFirstPerson(deps.read);
              if (first?.id !== person)
                throw new AppError('not-found', 'Only the first person of this Warren sees its servers.');
              return { servers: [...(await deps.servers())] };
            },
          }),
        ],
      }),
    }),
  };
}
