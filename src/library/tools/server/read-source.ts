import type { Kysely } from 'kysely';
import { z } from 'zod';

import { id } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Tool, tool, type ToolCaller } from '#wire/tool.ts';

import { quotedName, writePassages } from '../../search/domain/passages-text.ts';
import { isOwn } from '../../storage/domain/own.ts';
import type { LibraryProblem } from '../../storage/protocol.ts';
import { readJson, shownTitle, tagsOf } from '../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { waitingAmong } from '../../storage/server/waiting-texts.ts';
import type { LibraryToolDependencies } from './dependencies.ts';
import { placeLink } from './place-link.ts';
import { requireReadable } from './within-token.ts';

const DEFAULT_CHARACTERS = 6_000;
const MAX_CHARACTERS = 20_000;
/** No source has this many passages. */
const MAX_NUMBER = 10_000_000;
/** Maximum per answer, however short the passages are. */
const MAX_PASSAGES = 400;

const input = z.object({
  source: id.describe('The id of the source, as search_library gives it.'),
  from: z.int().min(1).max(MAX_NUMBER).optional().describe('The number of the first passage: 1 if left out.'),
  characters: z
    .int()
    .min(1)
    .max(MAX_CHARACTERS)
    .optional()
    .describe(`How many characters at most, in whole passages: ${DEFAULT_CHARACTERS} if left out.`),
});

export function readSource({ database }: LibraryToolDependencies): Tool {
  return tool<z.infer<typeof input>>({
    name: 'read_source',
    title: 'Read a source',
    description:
      'Reads a source of the person’s library from one of its passages on, word for word. Says what comes before and after, and how to ask for it. Use it to read around a passage that search_library has found, before you draw conclusions from it.',
    scope: 'read',
    isReadOnly: true,
    input,
    handle: ({ source, from = 1, characters = DEFAULT_CHARACTERS }, caller) =>
      readFrom(database.read, caller, { sourceId: source, from, characters }),
  });
}

interface Range {
  readonly sourceId: string;
  /** The number of the first passage. */
  readonly from: number;
  /** Maximum number of characters; one passage is read even if it is longer. */
  readonly characters: number;
}

/** Formats whole passages of a source for a program. */
export async function readFrom(
  db: Kysely<LibraryTables>,
  caller: ToolCaller,
  { sourceId, from, characters }: Range,
): Promise<string> {
  const row = await requireReadable(db, caller, sourceId);
  requireText(row);
  if ((await waitingAmong(db, [sourceId])).has(sourceId)) throw notIndexed();
  const ofSource = db.selectFrom('passages').where('source_id', '=', sourceId).where('person_id', '=', caller.person);
  const { count } = await ofSource.select((eb) => eb.fn.max('number').as('count')).executeTakeFirstOrThrow();
  const passages = await ofSource
    .select(['number', 'start_offset as start', 'end_offset as end'])
    .where('number', '>=', from)
    .orderBy('number')
    .limit(MAX_PASSAGES)
    .execute();
  const [begin] = passages;
  if (!begin)
    throw new AppError('malformed', `This source has ${count} passages. Ask from one of them.`, { field: 'from' });
  const last = passages.findLast(({ end }) => end - begin.start <= characters) ?? begin;
  return [
    writePassages([
      {
        title: shownTitle(row),
        sourceId,
        passage: begin.number,
        start: begin.start,
        end: last.end,
        link: placeLink(caller.origin, sourceId, begin.number),
        text: row.content.slice(begin.start, last.end),
      },
    ]),
    aboutSource(row),
    [
      `Passages ${begin.number} to ${last.number} of ${count}.`,
      ...(begin.number > 1 ? [`Before them: 1 to ${begin.number - 1}.`] : []),
      last.number < Number(count) ? `After them: call read_source with from ${last.number + 1}.` : 'This is the end.',
    ].join(' '),
  ].join('\n\n');
}

type Readable = Awaited<ReturnType<typeof requireReadable>>;

/** Rejects a source without a text, with the reason. */
export function requireText({ state, content, problem }: Readable): void {
  if (content.trim() !== '') return;
  const { message, remedy } = (problem === null ? {} : readJson(problem)) as Partial<LibraryProblem>;
  throw new AppError('refused', message ?? 'This source has no text.', {
    reason: state,
    ...(state === 'waiting' && { remedy: 'It is being read. Ask again in a moment.' }),
    ...(remedy !== undefined && { remedy }),
  });
}

export const notIndexed = () =>
  new AppError('refused', 'This source is still being indexed.', {
    reason: 'indexing',
    remedy: 'Ask again in a moment.',
  });

/** A line about the origin of a source. Words of others in it are in quotation marks. */
function aboutSource(row: Readable): string {
  const whose = isOwn(row) ? 'by the person' : row.origin === 'agent' ? 'kept by a program' : 'by others';
  const facts = [
    `${row.kind.replaceAll('_', ' ')} ${whose}`,
    row.author !== null && `author ${quotedName(row.author)}`,
    row.url !== null && `address ${quotedName(row.url)}`,
    `added ${new Date(row.added_at).toISOString().slice(0, 10)}`,
    ...tagsOf(row).map((tag) => `tag ${quotedName(tag)}`),
    row.archived_at !== null && 'archived',
  ];
  return `${quotedName(shownTitle(row))}: ${facts.filter(Boolean).join(', ')}.`;
}
