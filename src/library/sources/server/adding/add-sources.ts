import { setImmediate } from 'node:timers/promises';

import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';

import { isBlank } from '#kernel/clean-text.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';

import type { SourceKind, SourceOrigin } from '../../../storage/protocol.ts';
import type { LibraryDependencies, TextFacts } from '../../../storage/server/dependencies.ts';
import { letOthersGo } from '../../../storage/server/let-others-go.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { AddedSources, KeptFrom, newSource } from '../../protocol.ts';
import { requireBucket } from '../buckets/buckets.ts';
import { withoutRepeats } from '../changing/tags.ts';
import { recordSourcesAdded } from '../undo/source-actions.ts';
import { type Address, kindOfAddress, readAddress } from '../writing/address.ts';
import { insertSources, type NewSourceRow } from '../writing/write-source.ts';
import { knownSources } from './known-sources.ts';

type Adding = Pick<LibraryDependencies, 'undo' | 'now' | 'newId' | 'onTextWritten'>;
type Given = z.output<typeof newSource>;

/** A source with the facts that were computed from its text before. */
interface ReadSource {
  readonly given: Given;
  readonly content: string;
  readonly facts: TextFacts;
}

/** A program that adds sources for the person: what it keeps is never the person's own. */
interface KeepingProgram {
  readonly name: string;
  /** The only bucket that it has access to; null: the whole library. */
  readonly bucketId: string | null;
  /** Throws an AppError if it is no longer permitted to add. */
  requireToken(trx: object): Promise<void>;
}

/** The author of the words, if `from` does not decide it. */
export interface Keeper {
  /** They are the person's own. */
  readonly isOwn?: boolean;
  readonly program?: KeepingProgram;
}

/** The result for each given source: its id, and whether it was added or already exists. */
export type Outcome = Pick<AddedSources['results'][number], 'outcome' | 'sameBy'> & { readonly id: string };

/** Computes the facts of texts, before the transaction that adds them. */
export async function readGiven(
  { texts }: Pick<LibraryDependencies, 'texts'>,
  person: string,
  sources: readonly Given[],
): Promise<readonly ReadSource[]> {
  const read: ReadSource[] = [];
  for (const given of sources) {
    if (read.length > 0) await setImmediate();
    const content = isBlank(given.content ?? '') ? '' : (given.content ?? '').trim();
    await letOthersGo(content);
    read.push({ given, content, facts: await texts.factsOf(person, content) });
  }
  return read;
}

/**
 * Adds sources in their order, with one undo for all. A source with an existing address or text is not added unless
 * that is wanted; an id that exists was added by an earlier attempt.
 */
export async function addSources(
  trx: Transaction<LibraryTables>,
  adding: Adding,
  { person, sources, ...keeper }: Keeper & { person: string; sources: readonly ReadSource[] },
): Promise<readonly Outcome[]> {
  await keeper.program?.requireToken(trx);
  for (const bucketId of new Set(sources.map(({ given: { bucketId: id = null } }) => id)))
    await requireBucket(trx, person, bucketId);
  const rows: NewSourceRow[] = [];
  for (const source of sources) rows.push(await rowOf(trx, adding, { person, ...source, ...keeper }));
  const known = await knownSources(trx, { person, bucketId: keeper.program?.bucketId ?? null }, rows);
  const added: NewSourceRow[] = [];
  const outcomes = rows.map((row, index): Outcome => {
    const there = known.find(row, sources[index]?.given.isWanted === true);
    if (there) return there;
    known.add(row);
    added.push(row);
    return { id: row.id, outcome: 'added', sameBy: null };
  });
  await insertSources(trx, adding, added);
  if (added.length > 0)
    await recordSourcesAdded(trx, adding.undo, { person, ids: added.map(({ id }) => id), at: adding.now() });
  return outcomes;
}

async function rowOf(
  trx: Transaction<LibraryTables>,
  { now, newId }: Adding,
  { person, given, content, facts, isOwn, program }: ReadSource & Keeper & { person: string },
): Promise<NewSourceRow> {
  const address = given.url === undefined || given.url === '' ? null : readAddress(given.url);
  if (given.url && !address)
    throw new AppError('malformed', `“${given.url.slice(0, 100)}” is not a web address.`, { field: 'url' });
  if (content === '' && !address) throw new AppError('malformed', 'Give a text or an address.', { field: 'content' });
  const said = given.from && (await authorOf(trx as unknown as Kysely<SessionTables>, person, given.from));
  const author = program ? 'agent' : isOwn ? 'person' : said;
  const at = now();
  return {
    id: given.id ?? newId(),
    person_id: person,
    kind: kindOf(given, { author, address, content }),
    origin: originOf(author, address !== null),
    bucket_id: given.bucketId ?? null,
    title: given.title ?? '',
    url: address?.url ?? null,
    content,
    facts,
    tags: JSON.stringify(withoutRepeats(given.tags ?? [])),
    created_at: given.createdAt ?? at,
    added_at: at,
    state: content === '' ? 'waiting' : 'read',
    session_id: given.from?.session ?? null,
    message_id: given.from?.messageId ?? null,
    hole_id: given.from?.holeId ?? null,
    kept_by: program?.name ?? null,
    last_message_id: given.from?.lastMessageId ?? null,
  };
}

function kindOf(
  { kind }: Given,
  { author, address, content }: { author: 'person' | 'agent' | undefined; address: Address | null; content: string },
): SourceKind {
  // An agent's words are never the person's own; a page that it only names contains none of them.
  if (author === 'agent') return content === '' && address ? kindOfAddress(address) : 'article_clip';
  return kind ?? (address ? kindOfAddress(address) : 'note');
}

function originOf(author: 'person' | 'agent' | undefined, hasAddress: boolean): SourceOrigin {
  if (author === 'agent') return 'agent';
  return hasAddress ? 'web' : 'person';
}

type Reader = Kysely<SessionTables>;

/**
 * The author of the words that a source keeps. Rejects a session, message or hole that is missing or belongs to another
 * person.
 */
async function authorOf(read: Reader, person: string, from: KeptFrom): Promise<'person' | 'agent'> {
  const { session, messageId, holeId, lastMessageId } = from;
  const found = await read
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!found) throw notThere();
  if (holeId !== undefined && !(await isHole(read, { person, session, holeId }))) throw notThere();
  // A whole hole or session includes the agent's words.
  if (messageId === undefined) return 'agent';
  const author = await authorOfMessage(read, { person, session, messageId });
  if (lastMessageId === undefined) return author;
  await authorOfMessage(read, { person, session, messageId: lastMessageId });
  return 'agent';
}

interface Said {
  readonly messageId?: string;
  readonly message?: { readonly id: string; readonly author: string };
  readonly recap?: { readonly messageId: string };
}

async function authorOfMessage(
  read: Reader,
  { person, session, messageId }: { person: string; session: string; messageId: string },
): Promise<'person' | 'agent'> {
  const rows = await eventsWith(read, { person, session, text: messageId });
  const said = rows.filter(({ body }) => {
    const { messageId: id, message, recap } = JSON.parse(body) as Said;
    return [id, message?.id, recap?.messageId].includes(messageId);
  });
  if (said.length === 0) throw notThere();
  const isPersons = said.some(
    ({ type, body }) => type === 'user_message' || (JSON.parse(body) as Said).message?.author === 'person',
  );
  return isPersons ? 'person' : 'agent';
}

/** A hole exists if it was entered, or if messages were moved to it. */
async function isHole(
  read: Reader,
  { person, session, holeId }: { person: string; session: string; holeId: string },
): Promise<boolean> {
  const rows = await eventsWith(read, { person, session, text: holeId });
  return rows.some(({ type, body }) => {
    const { thread, branch } = JSON.parse(body) as { thread?: string; branch?: string };
    return (type === 'mode_entered' ? thread : type === 'conversation_branched' ? branch : undefined) === holeId;
  });
}

/**
 * Events whose body may contain an id. A `_` in the id matches any character, so callers have to compare the result.
 */
function eventsWith(read: Reader, { person, session, text }: { person: string; session: string; text: string }) {
  return read
    .selectFrom('events')
    .select(['type', 'body'])
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .where('body', 'like', `%"${text}"%`)
    .execute();
}

function notThere(): AppError {
  return new AppError('not-found', 'What this should be kept from is not there.');
}
