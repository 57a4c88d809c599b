import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { addSamples, removeSamples } from './samples.ts';

const done = z.object({ ok: z.literal(true) });
const ok = { ok: true } as const;

export function sampleRoutes(dependencies: LibraryDependencies): Route[] {
  const { database, notify } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/api/library/samples',
      summary: 'Adds a handful of sample sources in two buckets, unless they are there',
      answer: done,
      async handle({ person }) {
        await database.write((trx) => addSamples(trx, dependencies, person));
        notify(person, []);
        return ok;
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/library/samples',
      summary: 'Removes the samples and their buckets. Can be undone',
      answer: done,
      async handle({ person }) {
        await database.write((trx) => removeSamples(trx, dependencies, person));
        notify(person, []);
        return ok;
      },
    }),
  ];
}
