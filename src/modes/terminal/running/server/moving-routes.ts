import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import { folderOfOwn } from './permission.ts';
import { notHere } from './terminal-places.ts';
import type { TerminalDependencies } from './terminals.ts';

/** The server of the terminals has this time to take the person, who waits. */
const RESERVED_FOR_MS = 20_000;

/** The person goes to the server where their terminals are. */
export function movingRoutes({ database: { read }, places, served, log }: TerminalDependencies): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/go-on',
      summary: 'Lets the server that a terminal is on serve the person from now on',
      answer: z.undefined(),
      async handle({ person, params }) {
        const session = params['terminal'] ?? '';
        await folderOfOwn(read, person, session);
        const other = await places.otherOf(person, session);
        if (!other) return;
        if (!other.isAlive) throw notHere(other);
        // It waits until requests of the person are answered, and this is one.
        served
          .handOver(person, { reservedFor: other.id, forMs: RESERVED_FOR_MS })
          .catch((error: unknown) => log.error('A person could not be moved to the server of a terminal', error));
      },
    }),
  ];
}
