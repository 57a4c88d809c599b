import { z } from 'zod';

import { type Tool, tool } from '#wire/tool.ts';

import { QUOTED_DATA, quotedName } from '../../search/domain/passages-text.ts';
import { readOverview, readTags } from '../../sources/server/reading/overview.ts';
import type { LibraryToolDependencies } from './dependencies.ts';
import { INBOX } from './within-token.ts';

const MAX_TAGS = 30;

export function listBuckets({ database }: LibraryToolDependencies): Tool {
  return tool({
    name: 'list_buckets',
    title: 'List the buckets',
    description:
      'Lists the buckets in which the person groups the sources of their library, with their ids, what each is about and how many sources it holds, and the tags that are used most. search_library and keep_source take a bucket’s id.',
    scope: 'read',
    isReadOnly: true,
    input: z.object({}),
    async handle(_input, { person, bucketId }) {
      const { buckets, counts } = await readOverview(database.read, person);
      const tags = await readTags(database.read, person, bucketId);
      const readable = buckets.filter(({ id }) => bucketId === null || id === bucketId);
      const lines = readable.map(
        ({ id, name, description, sources }) =>
          `- ${quotedName(name)} (bucket ${id}), ${sourcesOf(sources)}${description === '' ? '' : `: ${quotedName(description)}`}`,
      );
      const inbox = bucketId === null ? [`- The inbox (bucket ${INBOX}), ${sourcesOf(counts.inbox)}`] : [];
      const used = tags.slice(0, MAX_TAGS).map(({ tag, sources }) => `${quotedName(tag)} ${sources}`);
      return [
        QUOTED_DATA,
        [...lines, ...inbox].join('\n') || 'There is no bucket that you may read.',
        ...(used.length > 0 ? [`Tags with their numbers of sources: ${used.join(', ')}.`] : []),
      ].join('\n\n');
    },
  });
}

const sourcesOf = (count: number) => `${count} ${count === 1 ? 'source' : 'sources'}`;
