import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { type Tool, tool, type ToolCaller } from '#wire/tool.ts';

import { type QuotedPassage, writePassages } from '../../search/domain/passages-text.ts';
import { type Found, findSources } from '../../search/server/find-sources.ts';
import { readPassages } from '../../search/server/library-passages.ts';
import type { PassageFilter } from '../../search/server/passage-search.ts';
import { sourceKind, tags } from '../../storage/protocol.ts';
import { shownTitle } from '../../storage/server/source-summary.ts';
import type { LibraryToolDependencies } from './dependencies.ts';
import { placeLink } from './place-link.ts';
import { bucketAsked, INBOX } from './within-token.ts';

const MAX_QUERY = 2_000;
const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;

const input = z.object({
  query: z
    .string()
    .overwrite(cleanText)
    .trim()
    .min(1, 'Give words to search for.')
    .max(MAX_QUERY, `A query has at most ${MAX_QUERY} characters.`)
    .describe('Words or a question, in any language. There are no operators.'),
  bucket: z.string().optional().describe(`Only this bucket: its id from list_buckets, or "${INBOX}".`),
  kind: sourceKind.optional().describe('Only sources of this kind.'),
  tags: tags.optional().describe('Only sources that have all of these tags.'),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`How many sources, each with its best passage: ${DEFAULT_LIMIT} if left out.`),
});
type Asked = z.infer<typeof input>;

/** Tool that returns the results of the page's search. */
export function searchLibrary(dependencies: LibraryToolDependencies): Tool {
  return tool<Asked>({
    name: 'search_library',
    title: 'Search the library',
    description:
      'Finds passages in the person’s own library: notes, articles, documents and conversations that they have kept. Searches by words and by meaning at once. Call it before you answer from general knowledge where the person may have kept something on the matter. Returns the best passage of each source, word for word, with the source’s id and a link that opens it. Cite the link. Read around a passage with read_source.',
    scope: 'read',
    isReadOnly: true,
    input,
    handle: (asked, caller) => search(dependencies, asked, caller),
  });
}

async function search(
  { database, search: { inTurn, ...searching } }: LibraryToolDependencies,
  { query, bucket, kind, tags: wanted, limit = DEFAULT_LIMIT }: Asked,
  caller: ToolCaller,
): Promise<string> {
  const { person, origin } = caller;
  const bucketId = await bucketAsked(database.read, caller, bucket);
  const filter: PassageFilter = {
    ...(bucketId !== undefined && { buckets: [bucketId] }),
    ...(kind && { kinds: [kind] }),
    ...(wanted && wanted.length > 0 && { tags: wanted }),
  };
  const request = { person, query, filter, limit, by: 'both', isTyped: false, keeps: 'meant' } as const;
  const found = await inTurn(person, () => findSources(searching, request));
  const passages = await readPassages(database.read, {
    person,
    ids: found.sources.flatMap(({ passages: [best] }) => best?.id ?? []),
    filter,
  });
  const quoted = passages.map(({ source, number, start, end, text }): QuotedPassage => ({
    title: shownTitle(source),
    sourceId: source.id,
    passage: number,
    start,
    end,
    link: placeLink(origin, source.id, number),
    text,
  }));
  return [...(quoted.length > 0 ? [writePassages(quoted)] : []), ...wordsAbout(quoted.length, found)].join('\n\n');
}

/** Lines about the result that the passages do not contain. */
function wordsAbout(shown: number, { more, meaning }: Found): readonly string[] {
  return [
    ...(shown === 0 ? ['Nothing was found. Try other words, or fewer filters.'] : []),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'source was' : 'sources were'} found. Ask with a higher limit.`] : []),
    ...(meaning.state === 'failed' ? [`Found by words alone. ${meaning.problem?.message ?? ''}`.trim()] : []),
  ];
}
