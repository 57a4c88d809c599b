import type { Transaction } from 'kysely';
import { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { Ingestion } from './ingestion.ts';
import { forgetReadings } from './reading-attempts.ts';

const done = z.object({ ok: z.literal(true) });

/** Routes that read a source again and that cancel a reading. */
export function ingestionRoutes(
  { database, now, notify }: Pick<LibraryDependencies, 'database' | 'now' | 'notify'>,
  ingestion: Pick<Ingestion, 'wake' | 'forget'>,
): Route[] {
  type Command = (trx: Transaction<LibraryTables>, source: OwnedSource, at: number) => Promise<void>;

  async function run(command: Command, source: OwnedSource): Promise<z.infer<typeof done>> {
    await database.write((trx) => command(trx, source, now()));
    ingestion.forget(source.sourceId);
    ingestion.wake();
    notify(source.person, [source.sourceId]);
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

/** Marks a source to be fetched or read again. Refuses to replace words of the person. */
async function askForReading(trx: Transaction<LibraryTables>, source: OwnedSource, now: number): Promise<void> {
  const row = await requireSource(trx, source);
  if (row.state === 'waiting') return;
  if (row.file === null && (row.url === null || row.origin === 'file'))
    throw new AppError('refused', 'There is neither an address nor a file to read again.', {
      reason: 'nothing-to-read',
    });
  if (row.edited_at !== null && row.content_hash !== '')
    throw new AppError('refused', 'You have edited this source: reading it again would replace your words.', {
      reason: 'edited',
      remedy: 'Add the address once more as another source.',
    });
  await setState(trx, source, { state: 'waiting', now });
}

/** Cancels the reading of a source. One that was read before keeps its text. */
async function cancelReading(trx: Transaction<LibraryTables>, source: OwnedSource, now: number): Promise<void> {
  const row = await requireSource(trx, source);
  if (row.state === 'waiting')
    await setState(trx, source, { state: row.content_hash === '' ? 'stopped' : 'read', now });
}

function requireSource(trx: Transaction<LibraryTables>, source: OwnedSource) {
  return sourceThere(trx, source)
    .leftJoin('source_files', 'source_files.source_id', 'sources.id')
    .select(['state', 'url', 'origin', 'edited_at', 'content_hash', 'source_files.source_id as file'])
    .executeTakeFirstOrThrow(noSuchSource);
}

interface NewState {
  readonly state: 'waiting' | 'stopped' | 'read';
  readonly now: number;
}

async function setState(trx: Transaction<LibraryTables>, source: OwnedSource, { state, now }: NewState): Promise<void> {
  await trx
    .updateTable('sources')
    .set({ state, problem: null, changed_at: now })
    .where('id', '=', source.sourceId)
    .where('person_id', '=', source.person)
    .execute();
  await forgetReadings(trx, source);
}
