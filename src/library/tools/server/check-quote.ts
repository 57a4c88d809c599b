import type { Kysely } from 'kysely';
import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';
import { strengthWords } from '#text/domain/strength/strength-words.ts';
import { queryTermsOf } from '#text/domain/terms.ts';
import type { TextRange } from '#text/domain/text-range.ts';
import { type Tool, tool, type ToolCaller } from '#wire/tool.ts';

import { quotedName, withHiddenBack, writePassages } from '../../search/domain/passages-text.ts';
import type { WordIndex } from '../../search/server/passage-search.ts';
import { MAX_WHOLE_LENGTH } from '../../search/server/word-units.ts';
import { isTelling } from '../../storage/domain/check-citation.ts';
import { shownTitle } from '../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { waitingAmong } from '../../storage/server/waiting-texts.ts';
import type { LibraryToolDependencies } from './dependencies.ts';
import { placeLink } from './place-link.ts';
import type { Found } from './quote-thread.ts';
import { notIndexed, requireText } from './read-source.ts';
import { requireReadable } from './within-token.ts';

const MAX_QUOTE = 2_000;
const MAX_PASSAGES = 8;
const MAX_DIFFERENCES = 12;
/** Maximum length of the compared parts of a long text, in UTF-16 units. Comparing them takes some 0.3 s. */
const MAX_COMPARED = 30_000;

const text = z
  .string()
  .overwrite(cleanText)
  .trim()
  .min(1, 'Give words to compare.')
  .max(MAX_QUOTE, `This has more than ${MAX_QUOTE} characters. Check a shorter part of it.`);
const input = z.object({
  source: id.describe('The id of the source, as search_library gives it.'),
  quote: text.describe('The words that are said to stand in the source.'),
  statement: text
    .optional()
    .describe('The sentence that you write on the ground of the quote: it is compared instead of the quote itself.'),
});
type Asked = z.infer<typeof input>;

export function checkQuote(dependencies: LibraryToolDependencies): Tool {
  return tool<Asked>({
    name: 'check_quote',
    title: 'Check a quote',
    description:
      'Checks by code whether words stand in a source of the library: word for word, nearly with the differences listed, or not found. Also compares your statement with the source’s sentences by rules, and says where it may claim more than they do, such as a lost “may” or another number. It never confirms that a statement is true or that the source supports it. Use it before you present words as a quotation.',
    scope: 'read',
    isReadOnly: true,
    input,
    handle: (asked, caller) => dependencies.quotes.inTurn(caller.person, () => check(dependencies, asked, caller)),
  });
}

async function check(
  { database, quotes, search: { words } }: LibraryToolDependencies,
  { source: sourceId, quote: asked, statement }: Asked,
  caller: ToolCaller,
): Promise<string> {
  const db = database.read;
  const row = await requireReadable(db, caller, sourceId);
  requireText(row);
  const { content } = row;
  const quote = withHiddenBack(asked);
  const regions = await regionsOf(db, words, { person: caller.person, sourceId, content, quote });
  const compared = await quotes.compare({ content, quote, claim: statement ?? quote, regions });
  if (!compared)
    return `Not found: these words do not stand in the source${regions.length === 1 ? '' : ', as far as passages share its words'}, and none are near them. It may still say the same in other words.`;
  const { found, stronger } = compared;
  return [
    wordsOn(found, quote),
    writePassages([
      { title: shownTitle(row), sourceId, ...(await placeOf(db, { ...caller, sourceId, content }, found)) },
    ]),
    stronger
      ? `${statement === undefined ? 'The quote' : 'The statement'} may say more than the source. ${strengthWords(stronger)}`
      : 'The rules found no word by which it says more than the source’s sentence. They compare words in English, German and French and prove nothing: read the sentence.',
  ].join('\n\n');
}

function wordsOn(found: Found, quote: string): string {
  if (!isTelling(quote))
    return 'Too short to tell: a few common words stand in almost any text. They stand here, among others:';
  if (found.how === 'in-parts')
    return 'Its parts stand in the source, in this order. What “…” leaves out may change what they say, such as a “not” or another figure: read it before you join them.';
  if (found.how !== 'near')
    return found.how === 'exact'
      ? 'Verbatim: these words stand in the source, character for character.'
      : 'In the source: the same words in the same order. Only spaces, dashes, quotation marks, marks of Markdown, the case at a beginning, or what “…” leaves out may differ.';
  const listed = found.differences.slice(0, MAX_DIFFERENCES).map(({ inText, inQuote }) => {
    if (inText === '') return `- The quote adds ${quotedName(inQuote)}.`;
    if (inQuote === '') return `- The quote leaves out ${quotedName(inText)}.`;
    return `- The source has ${quotedName(inText)}, the quote ${quotedName(inQuote)}.`;
  });
  const more = found.differences.length - listed.length;
  return [
    'Not verbatim: the nearest words of the source differ. Do not present this as a quotation.',
    ...(listed.length === 0 ? ['- Only case, accents, spaces or punctuation differ.'] : listed),
    ...(more > 0 ? [`- And ${more} more.`] : []),
  ].join('\n');
}

interface Sought {
  readonly person: string;
  readonly sourceId: string;
  readonly content: string;
  readonly quote: string;
}

/** The parts of a text that are compared with a quote: the whole text if it is short. */
async function regionsOf(
  db: Kysely<LibraryTables>,
  words: WordIndex,
  { person, sourceId, content, quote }: Sought,
): Promise<readonly TextRange[]> {
  if (content.length <= MAX_WHOLE_LENGTH) return [{ start: 0, end: content.length }];
  if ((await waitingAmong(db, [sourceId])).has(sourceId)) throw notIndexed();
  const scope = { person, filter: { sources: [sourceId] }, limit: MAX_PASSAGES };
  const rows = await words.search(queryTermsOf(quote, false, 'all'), scope);
  const exact = content.indexOf(quote);
  const passages = await db
    .selectFrom('passages')
    .select(['row', 'start_offset as start', 'end_offset as end'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .where('row', 'in', [-1, ...rows.map(({ row }) => row)])
    .execute();
  const rank = new Map(rows.map(({ row }, index) => [row, index]));
  const ranked = passages.toSorted((one, other) => (rank.get(one.row) ?? 0) - (rank.get(other.row) ?? 0));
  const places = [...(exact === -1 ? [] : [{ start: exact, end: exact + quote.length }]), ...ranked];
  // A quote can begin before the passage, and end after it.
  const around = Math.ceil(1.5 * quote.length);
  const regions: TextRange[] = [];
  let length = 0;
  for (const place of places) {
    const region = { start: Math.max(0, place.start - around), end: place.end + around };
    const isKnown = regions.some(({ start, end }) => start <= place.start && place.end <= end);
    if (isKnown || length > MAX_COMPARED) continue;
    regions.push(region);
    length += region.end - region.start;
  }
  return regions;
}

/** Merges the passages that contain a range. */
async function placeOf(
  db: Kysely<LibraryTables>,
  { person, origin, sourceId, content }: Pick<ToolCaller, 'person' | 'origin'> & Pick<Sought, 'sourceId' | 'content'>,
  range: TextRange,
) {
  const passages = await db
    .selectFrom('passages')
    .select(['number', 'start_offset as start', 'end_offset as end'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .where('end_offset', '>', range.start)
    .where('start_offset', '<', range.end)
    .orderBy('number')
    .execute();
  const passage = passages[0]?.number ?? null;
  const start = Math.min(range.start, passages[0]?.start ?? range.start);
  const end = Math.max(range.end, passages.at(-1)?.end ?? range.end);
  return { passage, start, end, link: placeLink(origin, sourceId, passage), text: content.slice(start, end) };
}
