import type { Kysely } from 'kysely';

import { isOwn } from '../../../storage/domain/own.ts';
import type { SourceSummary } from '../../../storage/protocol.ts';
import { tagsOf } from '../../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { LibraryOverview } from '../../protocol.ts';
import { readBuckets } from '../buckets/buckets.ts';

const MAX_TAGS_SHOWN = 500;

/** The counts beside the list, without the state of the index. */
export async function readOverview(
  db: Kysely<LibraryTables>,
  person: string,
): Promise<Omit<LibraryOverview, 'meaning'>> {
  const groups = await readGroups(db, person);
  const buckets = await readBuckets(db, person);
  const count = (isCounted: (group: Group) => boolean) =>
    groups.filter(isCounted).reduce((sum, { sources }) => sum + sources, 0);
  const there = groups.filter(({ isArchived }) => !isArchived);
  const all = there.reduce((sum, { sources }) => sum + sources, 0);
  const own = count((group) => !group.isArchived && isOwn(group));
  return {
    buckets,
    counts: {
      all,
      inbox: count(({ isArchived, isInInbox }) => !isArchived && isInInbox),
      own,
      others: all - own,
      archived: count(({ isArchived }) => isArchived),
      highlights: await countHighlights(db, person),
    },
    tags: await readTags(db, person),
    hasSamples: buckets.some(({ isSample }) => isSample) || groups.some(({ isSample }) => isSample),
    reading: count(({ isArchived, state }) => !isArchived && state === 'waiting'),
    failed: count(({ isArchived, state }) => !isArchived && state === 'failed'),
  };
}

async function countHighlights(db: Kysely<LibraryTables>, person: string): Promise<number> {
  const { highlights } = await db
    .selectFrom('highlights')
    .innerJoin('sources', 'sources.id', 'highlights.source_id')
    .select((eb) => eb.fn.countAll().as('highlights'))
    .where('highlights.person_id', '=', person)
    .where('highlights.deleted_at', 'is', null)
    .where('sources.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(highlights);
}

interface Group extends Pick<SourceSummary, 'kind' | 'origin' | 'state' | 'isSample'> {
  readonly isInInbox: boolean;
  readonly isArchived: boolean;
  readonly sources: number;
}

async function readGroups(db: Kysely<LibraryTables>, person: string): Promise<Group[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('sources')
        .select((eb) => [
          'kind',
          'origin',
          'state',
          'is_sample',
          eb.case().when('bucket_id', 'is', null).then(1).else(0).end().as('in_inbox'),
          eb.case().when('archived_at', 'is', null).then(0).else(1).end().as('archived'),
        ])
        .where('person_id', '=', person)
        .where('deleted_at', 'is', null)
        .as('there'),
    )
    .select((eb) => ['kind', 'origin', 'state', 'is_sample', 'in_inbox', 'archived', eb.fn.countAll().as('sources')])
    .groupBy(['kind', 'origin', 'state', 'is_sample', 'in_inbox', 'archived'])
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    origin: row.origin,
    state: row.state,
    isSample: row.is_sample === 1,
    isInInbox: Number(row.in_inbox) === 1,
    isArchived: Number(row.archived) === 1,
    sources: Number(row.sources),
  }));
}

/** The tags of all sources that are not archived, optionally of one bucket. */
export async function readTags(
  db: Kysely<LibraryTables>,
  person: string,
  bucketId: string | null = null,
): Promise<LibraryOverview['tags']> {
  const rows = await db
    .selectFrom('sources')
    .select(['tags'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('tags', '!=', '[]')
    .$if(bucketId !== null, (query) => query.where('bucket_id', '=', bucketId))
    .execute();
  const counts = new Map<string, number>();
  for (const row of rows) for (const tag of tagsOf(row)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, sources]) => ({ tag, sources }))
    .sort((one, other) => other.sources - one.sources || (one.tag < other.tag ? -1 : 1))
    .slice(0, MAX_TAGS_SHOWN);
}
