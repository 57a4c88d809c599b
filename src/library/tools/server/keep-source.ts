import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Tool, tool, type ToolCaller } from '#wire/tool.ts';

import { quotedName } from '../../search/domain/passages-text.ts';
import { newSource } from '../../sources/protocol.ts';
import { addAndAnswer } from '../../sources/server/adding/answer-added.ts';
import { tags } from '../../storage/protocol.ts';
import type { LibraryToolDependencies } from './dependencies.ts';
import { placeLink } from './place-link.ts';
import { bucketAsked, INBOX } from './within-token.ts';

/** In characters. */
const MAX_TEXT = 200_000;

const input = z.object({
  text: z
    .string()
    .overwrite(cleanText)
    .max(
      MAX_TEXT,
      'A text given to keep_source has at most 200,000 characters. Keep a longer one in parts, or ask the person to add it as a file.',
    )
    .optional()
    .describe('The text to keep, as Markdown. Left out, the page at the link is fetched and read.'),
  link: newSource.shape.url.describe('The address of a web page: to be read, or where the text is from.'),
  title: newSource.shape.title.describe(
    'A short title. Left out, it is made of the first words or taken from the page.',
  ),
  bucket: z
    .string()
    .optional()
    .describe(`The id of the bucket, from list_buckets, or "${INBOX}". Left out, the inbox.`),
  tags: tags.optional().describe('Tags to find it by.'),
});
type Asked = z.infer<typeof input>;

export function keepSource(dependencies: LibraryToolDependencies): Tool {
  return tool<Asked>({
    name: 'keep_source',
    title: 'Keep a source',
    description:
      'Adds a text or a web page to the person’s library, marked as kept by your program and never as the person’s own words. Use it when the person asks you to keep something. The same text or address is not added twice. The person can undo it.',
    scope: 'keep',
    isReadOnly: false,
    reachesOut: true,
    input,
    handle: (asked, caller) => keep(dependencies, asked, caller),
  });
}

async function keep(
  dependencies: LibraryToolDependencies,
  { text = '', link = '', title, bucket, tags: given }: Asked,
  caller: ToolCaller,
): Promise<string> {
  if (text.trim() === '' && link === '') throw new AppError('malformed', 'Give a text or a link.', { field: 'text' });
  const bucketId = (await bucketAsked(dependencies.database.read, caller, bucket)) ?? null;
  const source = {
    bucketId,
    ...(text.trim() !== '' && { content: text }),
    ...(link !== '' && { url: link }),
    ...(title !== undefined && { title }),
    ...(given && { tags: given }),
  };
  const { client: name, bucketId: within } = caller;
  const program = { name, bucketId: within, requireToken: (trx: object) => caller.requireToken(trx) };
  const { results } = await addAndAnswer(dependencies, { person: caller.person, sources: [source], program });
  const [kept] = results;
  if (!kept) throw new AppError('not-found', 'The source was deleted in the meantime.');
  const place = `${quotedName(kept.source.title)} (source ${kept.source.id}) ${placeLink(caller.origin, kept.source.id, null)}`;
  if (kept.outcome === 'existing')
    return `Nothing was added: a source with the same ${kept.sameBy ?? 'text'} is there already. ${place}`;
  const isWaiting = kept.source.state === 'waiting';
  return `Kept: ${place}${isWaiting ? '\nThe page is fetched in the background. read_source has its text in a moment.' : ''}`;
}
