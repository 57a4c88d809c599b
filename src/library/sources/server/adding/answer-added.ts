import type { z } from 'zod';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { addedSources, newSource } from '../../protocol.ts';
import { readSummaries } from '../reading/list-sources.ts';
import { addSources, type Keeper, type Outcome, readGiven } from './add-sources.ts';

/** Adds sources, and answers with each source and its outcome. */
export async function addAndAnswer(
  dependencies: LibraryDependencies,
  { person, sources, ...keeper }: Keeper & { person: string; sources: readonly z.output<typeof newSource>[] },
): Promise<z.infer<typeof addedSources>> {
  const read = await readGiven(dependencies, person, sources);
  const outcomes = await dependencies.database.write((trx) =>
    addSources(trx, dependencies, { person, sources: read, ...keeper }),
  );
  return answerAdded(dependencies, person, outcomes);
}

/** Notifies the pages, and answers with each source and its outcome. */
export async function answerAdded(
  { database, notify, wakeIngestion, progressOf }: LibraryDependencies,
  person: string,
  outcomes: readonly Outcome[],
): Promise<z.infer<typeof addedSources>> {
  const added = outcomes.filter(({ outcome }) => outcome === 'added').map(({ id }) => id);
  if (added.length > 0) notify(person, added);
  wakeIngestion();
  const summaries = await readSummaries(
    { read: database.read, progressOf },
    person,
    outcomes.map(({ id }) => id),
  );
  const byId = new Map(summaries.map((source) => [source.id, source]));
  return {
    results: outcomes.flatMap(({ id, outcome, sameBy }) => {
      const source = byId.get(id);
      return source ? [{ source, outcome, sameBy }] : [];
    }),
  };
}
