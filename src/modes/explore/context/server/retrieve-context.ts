import { estimateTokens } from '#language-model/domain/estimate-tokens.ts';
import { HISTORY_ROOM } from '#language-model/domain/history.ts';

import type { ContextWindow, RetrievedSource, SourceChoice, TurnContext } from '../../protocol.ts';
import { type Said, queriesOf } from '../domain/explore-query.ts';
import {
  type Candidate,
  howManyLeave,
  type Room,
  sharesOf,
  takePassages,
  takeWhole,
  windowOf,
} from '../domain/fill-window.ts';
import type { ContextDependencies } from './dependencies.ts';
import { entryOf, type SourceInContext } from './entries.ts';
import { type Found, findElsewhere, type FoundCandidate } from './find-elsewhere.ts';
import { readBucketName, readBucketSources, readSources, type SourceRow } from './read-sources.ts';

export interface ContextRequest extends SourceChoice {
  readonly person: string;
  readonly message: string;
  /** Does not include the message. */
  readonly history: readonly Said[];
  readonly room: Room;
  /** `typed`: the person is still typing; no remote embedder is asked. */
  readonly by: 'sent' | 'typed';
  /** The id of the message; absent before it is sent. */
  readonly messageId?: string;
  /** The sources of the previous turn, so that the request begins with the same tokens. */
  readonly sourcesBefore?: readonly RetrievedSource[];
  /** The number of messages of the history that were dropped before. */
  readonly leftBefore?: number;
}

export interface RetrievedContext extends Pick<TurnContext, 'notes' | 'meaning'> {
  /** Null in a free session, or if the bucket was deleted. */
  readonly bucketName: string | null;
  /** Pinned, bucket, then other sources; includes those left out. No duplicates. */
  readonly sources: readonly SourceInContext[];
  readonly window: ContextWindow;
  /** The number of the oldest messages of the history that the model does not get. */
  readonly left: number;
}

/** Maximum number of sources in context from outside pins and bucket. */
export const MAX_ELSEWHERE = 10;
/** Maximum number of bucket sources that compete by passage when they do not fit whole. */
const MAX_COMPETING = 20;

/** Chooses the context of a message. Runs again for every message. */
export async function retrieveContext(
  dependencies: ContextDependencies,
  request: ContextRequest,
): Promise<RetrievedContext> {
  const notes: TurnContext['notes'] = [];
  const { person, message, history, by, room, sourcesBefore = [], leftBefore = 0 } = request;
  const given = likeBefore(await readGiven(dependencies, request, notes), sourcesBefore);
  const shares = sharesOf(room);
  const sized = [...given.pinned, ...given.bucket].map((row) => ({ ...row, tokens: estimateTokens(row.content) }));
  const { whole, tokens: documents } = takeWhole(sized, shares.documents);
  const isWithout = ({ id, content }: SourceRow) => content.trim() !== '' && !whole.has(id);
  const pinsWithout = given.pinned.filter(isWithout);
  const bucketWithout = given.bucket.filter(isWithout).map(({ id }) => id);

  const queries = queriesOf(message, history);
  const within = (ids: readonly string[], limit: number) =>
    ids.length === 0
      ? nothing
      : findElsewhere(dependencies, { person, queries, filter: { sources: ids }, limit, by, keeps: 'all' });
  const [inPins, inBucket, elsewhere] = await Promise.all([
    within(
      pinsWithout.map(({ id }) => id),
      pinsWithout.length,
    ),
    within(bucketWithout, MAX_COMPETING),
    request.includeAllBuckets
      ? findElsewhere(dependencies, {
          person,
          queries,
          filter: { excludedSources: [...given.ids, ...request.excludedSourceIds] },
          limit: MAX_ELSEWHERE,
          by,
          keeps: 'best',
        })
      : nothing,
  ]);
  const problem = elsewhere.problem ?? inPins.problem ?? inBucket.problem;
  if (problem) {
    dependencies.log.error(`Search by meaning failed for explore: ${problem.message}`);
    notes.push(problem);
  }

  // A pin is always in context: if nothing in it matches, its beginning is.
  const foundInPins = new Map(inPins.candidates.map((candidate) => [candidate.id, candidate]));
  const pins = pinsWithout.map((row) => foundInPins.get(row.id) ?? beginningOf(row));
  const competing: readonly Candidate[] = [...pins, ...alternate(elsewhere.candidates, inBucket.candidates)];
  const taken = new Map(
    takePassages(competing, shares.tail).map(({ candidate, ranges, tokens }) => [candidate.id, { ranges, tokens }]),
  );

  const said = history.map(({ content }) => messageTokens(content));
  const newest = messageTokens(message);
  const leaving = howManyLeave({ tokens: said, newest, left: leftBefore, room, documents });
  // A turn is dropped as a whole.
  const next = history.findIndex(({ author }, index) => index >= leaving && author === 'person');
  const left = leaving === leftBefore ? leaving : next === -1 ? history.length : next;
  const since = left === leftBefore ? sinceOf(given, request) : new Map<string, string>();
  const parts: Parts = { whole, since, taken };
  const rowsElsewhere = await readSources(
    dependencies.database.read,
    person,
    elsewhere.candidates.map(({ id }) => id),
  );
  const found = new Map(elsewhere.candidates.map((candidate) => [candidate.id, candidate]));
  const sources = [
    ...given.pinned.map((row) => givenEntry(row, 'pinned', parts)),
    ...given.bucket.map((row) => givenEntry(row, 'bucket', parts)),
    ...rowsElsewhere.flatMap((row) => elsewhereEntry(row, found.get(row.id), parts)),
    ...given.excluded.map((row) => excludedEntry(row, request)),
  ];
  const tokensOf = (method: RetrievedSource['retrievalMethod']) =>
    sources.reduce(
      (sum, { entry }) => sum + (entry.included && entry.retrievalMethod === method ? entry.tokens : 0),
      0,
    );
  return {
    bucketName: given.bucketName,
    sources,
    left,
    window: windowOf({
      room,
      historyTokens: said.slice(left).reduce((sum, tokens) => sum + tokens, newest),
      pinned: tokensOf('pinned'),
      bucket: tokensOf('bucket'),
      semantic: tokensOf('semantic'),
    }),
    notes,
    meaning: elsewhere.meaning ?? inPins.meaning ?? inBucket.meaning,
  };
}

function messageTokens(content: string): number {
  return estimateTokens(content.slice(0, HISTORY_ROOM.maxMessageLength));
}

/** Keeps the documents of the previous turn in their order, before new ones. */
function likeBefore(given: Given, before: readonly RetrievedSource[]): Given {
  const places = new Map(documentsOf(before).map((entry, index) => [versionOf(entry), index]));
  const rank = (row: SourceRow) => places.get(versionOf(row)) ?? Infinity;
  const bucket = given.bucket.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
  return { ...given, bucket };
}

/**
 * By source id: the message that the document follows. A source added to the bucket during the conversation is inserted
 * after the newest message and stays there, so that the cached beginning of the request does not change. When messages
 * are dropped, which invalidates the cache, it moves before the conversation.
 */
function sinceOf(given: Given, { sourcesBefore = [], messageId }: ContextRequest): ReadonlyMap<string, string> {
  const before = new Map(documentsOf(sourcesBefore).map((entry) => [versionOf(entry), entry]));
  if (messageId === undefined || before.size === 0) return new Map();
  return new Map(
    given.bucket.flatMap((row) => {
      const known = before.get(versionOf(row));
      const since = known ? known.since : messageId;
      return since === undefined ? [] : [[row.id, since] as const];
    }),
  );
}

function documentsOf(sources: readonly RetrievedSource[]): readonly RetrievedSource[] {
  return sources.filter(({ included, place }) => included && place === 'documents');
}

function versionOf({ id, version }: Pick<RetrievedSource, 'id' | 'version'>): string {
  return `${id} ${version}`;
}

const BEGINNING_CHARACTERS = 1_200;

/** The beginning of a source, cut between words. */
function beginningOf({ id, content }: SourceRow): Candidate {
  const cut = content.length <= BEGINNING_CHARACTERS ? content.length : content.lastIndexOf(' ', BEGINNING_CHARACTERS);
  const end = cut > 0 ? cut : BEGINNING_CHARACTERS;
  return { id, passages: [{ start: 0, end, tokens: estimateTokens(content.slice(0, end)) }] };
}

const nothing: Found = { candidates: [], meaning: null, problem: null };

interface Given {
  readonly bucketName: string | null;
  readonly pinned: readonly SourceRow[];
  readonly bucket: readonly SourceRow[];
  readonly excluded: readonly SourceRow[];
  /** Ids of pins and bucket sources. */
  readonly ids: readonly string[];
}

/** Reads the sources that are in context regardless of the message. */
async function readGiven(
  { database, log }: ContextDependencies,
  { person, bucketId, manualSourceIds, excludedSourceIds }: ContextRequest,
  notes: TurnContext['notes'],
): Promise<Given> {
  const db = database.read;
  const isExcluded = new Set(excludedSourceIds);
  const pinned = await readSources(
    db,
    person,
    [...new Set(manualSourceIds)].filter((id) => !isExcluded.has(id)),
  ).catch((error: unknown) => {
    log.error('The pinned sources could not be read', error);
    notes.push({
      message: 'The pinned sources could not be read, so they are not in context.',
      remedy: 'Send the message again. If it keeps failing, the reason is in the log of the server.',
    });
    return [];
  });
  const bucketName = bucketId === null ? null : await readBucketName(db, person, bucketId);
  if (bucketId !== null && bucketName === null)
    notes.push({
      message: 'The bucket of this session was deleted.',
      remedy: 'Choose another bucket, or undo its deletion in the library.',
    });
  const isPinned = new Set(pinned.map(({ id }) => id));
  const all = bucketId === null || bucketName === null ? [] : await readBucketSources(db, person, bucketId);
  const excluded = await readSources(db, person, excludedSourceIds);
  return {
    bucketName,
    pinned,
    bucket: all.filter(({ id }) => !isPinned.has(id) && !isExcluded.has(id)),
    excluded,
    ids: [...manualSourceIds, ...all.map(({ id }) => id)],
  };
}

interface Parts {
  /** Ids of the sources that are included whole. */
  readonly whole: ReadonlySet<string>;
  readonly since: ReadonlyMap<string, string>;
  readonly taken: ReadonlyMap<string, { readonly ranges: { start: number; end: number }[]; readonly tokens: number }>;
}

const NO_ROOM = 'Left out: the window is full.';
const NO_MATCH = 'Left out: the window has no room for all of it, and nothing in it matches the message.';

function givenEntry(row: SourceRow, method: 'pinned' | 'bucket', { whole, since, taken }: Parts): SourceInContext {
  const matchedBy = method === 'pinned' ? 'pin' : 'bucket';
  if (row.content.trim() === '') return entryOf(row, { method, matchedBy, reason: 'It has no text yet.' });
  if (whole.has(row.id)) return entryOf(row, { method, matchedBy, whole: true, since: since.get(row.id) });
  const part = taken.get(row.id);
  if (part && part.ranges.length > 0)
    return entryOf(row, {
      method,
      matchedBy,
      ranges: part.ranges,
      reason: 'The window has room for parts of it only.',
    });
  return entryOf(row, { method, matchedBy, reason: part ? NO_ROOM : NO_MATCH });
}

function elsewhereEntry(
  row: SourceRow,
  found: FoundCandidate | undefined,
  { taken }: Parts,
): readonly SourceInContext[] {
  if (!found) return [];
  const { matchedBy } = found;
  const similarity = found.similarity === null ? {} : { similarity: Math.round(found.similarity * 1_000) / 1_000 };
  const part = taken.get(row.id);
  if (!part || part.ranges.length === 0)
    return [entryOf(row, { method: 'semantic', matchedBy, ...similarity, reason: NO_ROOM })];
  return [entryOf(row, { method: 'semantic', matchedBy, ...similarity, ranges: part.ranges })];
}

function excludedEntry(row: SourceRow, { bucketId, manualSourceIds }: ContextRequest): SourceInContext {
  const isPinned = manualSourceIds.includes(row.id);
  const method = isPinned ? 'pinned' : row.bucket_id !== null && row.bucket_id === bucketId ? 'bucket' : 'semantic';
  const matchedBy = method === 'pinned' ? 'pin' : method === 'bucket' ? 'bucket' : 'words';
  return entryOf(row, { method, matchedBy, reason: 'You excluded it.' });
}

/** Interleaves two lists. */
function alternate<Of>(one: readonly Of[], other: readonly Of[]): readonly Of[] {
  const longest = Math.max(one.length, other.length);
  return Array.from({ length: longest }, (_, rank) => [one[rank], other[rank]])
    .flat()
    .filter((each) => each !== undefined);
}
