import type { Transaction } from 'kysely';
import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import type { OwnedSource } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { Ingestion } from './ingestion.ts';
import { askForReading, cancelReading } from './reading-commands.ts';

const done = z.object({ ok: z.literal(true) });

/** Reading a source again, and ending its reading. */
export function ingestionRoutes(
  { database, now, tell }: Pick<LibraryDependencies, 'database' | 'now' | 'tell'>,
  ingestion: Pick<Ingestion, 'wake' | 'forget'>,
): Route[] {
  type Command = (trx: Transaction<LibraryTables>, source: OwnedSource, at: number) => Promise<void>;

  async function run(command: Command, source: OwnedSource): Promise<z.infer<typeof done>> {
    await database.write((trx) => command(trx, source, now()));
    ingestion.forget(source.sourceId);
    ingestion.wake();
    tell(source.person, [source.sourceId]);
    return { ok: true };
  }

  return [
    route({
      method: 'POST',
      path: '/api/library/sources/:sourceId/read-again',
      summary: 'Fetch or read a source again',
      answer: done,
      handle: ({ person, params: { sourceId = '' } }) => run(askForReading, { person, sourceId }),
    }),
    route({
      method: 'POST',
      path: '/api/library/sources/:sourceId/cancel',
      summary: 'End the fetching and reading of a source',
      answer: done,
      handle: ({ person, params: { sourceId = '' } }) => run(cancelReading, { person, sourceId }),
    }),
  ];
}
