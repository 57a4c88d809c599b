import type { ResourceKind } from '#wire/tool.ts';

import { listSources } from '../../sources/server/reading/list-sources.ts';
import type { LibraryToolDependencies } from './dependencies.ts';
import { readFrom } from './read-source.ts';

const MAX_LISTED = 50;
const MAX_CHARACTERS = 60_000;

/** The sources of the library as resources by address; the newest are listed. */
export function sourceResources({ database, progressOf }: LibraryToolDependencies): ResourceKind {
  return {
    kind: 'source',
    title: 'Source',
    description: 'A source of the library, by its id. The text of a long one ends with how to read on.',
    scope: 'read',
    async list({ person, bucketId }) {
      const request = { limit: MAX_LISTED, ...(bucketId !== null && { bucket: bucketId }) };
      const { sources } = await listSources({ read: database.read, progressOf }, person, request);
      return sources.map(({ id, title }) => ({ id, title }));
    },
    read: (id, caller) => readFrom(database.read, caller, { sourceId: id, from: 1, characters: MAX_CHARACTERS }),
  };
}
