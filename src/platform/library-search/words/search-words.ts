import type { Kysely } from 'kysely';

import { matchingSources } from '#library/search/server/matching-sources.ts';
import type { SearchScope, WordScore } from '#library/search/server/passage-search.ts';
import type { QueryTerm } from '#text/domain/terms.ts';

import type { Postings, Statistics, WeightedTerm } from './postings.ts';
import type { WordTables } from './tables.ts';

/** The shortest are taken: they are the nearest to what was typed. */
const MAX_COMPLETIONS = 24;
/** A single character of a script without spaces begins a pair with any other one. */
const MAX_PAIRS = 200;
/** A word that only begins as typed counts less than the word itself. */
const COMPLETION_WEIGHT = 0.5;

/**
 * The most documents that completions may add: the first letters of a word say little, and many words begin with them.
 */
const MAX_COMPLETED_DOCUMENTS = 8_000;

/** Words of which a text has any: they share one document frequency. */
interface Group {
  readonly terms: readonly string[];
  readonly weight: number;
  readonly areCompletions: boolean;
  /** Whether the text would have to have it to say the whole query. */
  readonly isOwn: boolean;
}

/** Words that no text has weigh in what is to be covered, but less than a rare one: the query may only say it otherwise. */
const UNKNOWN_WEIGHT = 0.5;

/** Among fewer documents, a word that stands in most of them may still be a rare one. */
const FEW_DOCUMENTS = 50;

export interface Index {
  readonly db: Kysely<WordTables>;
  readonly postings: Postings;
}

/** BM25 as Lucene computes it, over the units of one person. */
export async function searchWords(
  { db, postings }: Index,
  query: readonly QueryTerm[],
  { person, filter, limit }: SearchScope,
): Promise<readonly WordScore[]> {
  if (query.length === 0) return [];
  const owner = await db.selectFrom('word_people').select('number').where('person_id', '=', person).executeTakeFirst();
  if (!owner) return [];
  const { number } = owner;
  const groups = await groupsOf(db, number, query);
  const counts = await postings.count(db, number, [...new Set(groups.flatMap(({ terms }) => terms))]);
  if ([...counts.values()].every((count) => count === 0)) return [];
  const statistics = await statisticsOf(db, number);
  const { terms, whole } = weightedTermsOf(groups, counts, statistics);
  return postings.rank(db, number, { terms, whole, statistics, condition: matchingSources(filter), limit });
}

async function groupsOf(
  db: Kysely<WordTables>,
  person: number,
  query: readonly QueryTerm[],
): Promise<readonly Group[]> {
  const groups: Group[] = [];
  for (const { terms, weight, prefix, isPart } of query) {
    groups.push({ terms, weight, areCompletions: false, isOwn: isPart !== true });
    if (prefix === null) continue;
    const completions = await completionsOf(db, person, prefix);
    const others = completions.filter((term) => !terms.includes(term));
    groups.push({ terms: others, weight: weight * COMPLETION_WEIGHT, areCompletions: true, isOwn: false });
  }
  return groups;
}

async function completionsOf(db: Kysely<WordTables>, person: number, prefix: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('word_forms')
    .select('term')
    .where('person', '=', person)
    .where('form', '>=', prefix)
    .where('form', '<', `${prefix}\u{10ffff}`)
    .orderBy(({ fn }) => fn('length', ['form']))
    .orderBy('form')
    .limit(/^[a-z]/.test(prefix) ? MAX_COMPLETIONS : MAX_PAIRS)
    .execute();
  return [...new Set(rows.map(({ term }) => term))];
}

async function statisticsOf(db: Kysely<WordTables>, person: number): Promise<Statistics> {
  const { documents, length } = await db
    .selectFrom('word_units')
    .select(({ fn }) => [fn.countAll().as('documents'), fn.sum('length').as('length')])
    .where('person', '=', person)
    .executeTakeFirstOrThrow();
  return { documents: Number(documents), meanLength: Number(length) / Number(documents) };
}

function weightedTermsOf(
  groups: readonly Group[],
  counts: ReadonlyMap<string, number>,
  statistics: Statistics,
): { readonly terms: readonly WeightedTerm[]; readonly whole: number } {
  let whole = 0;
  /** What the word before adds to it although no text has it. */
  let unknown = 0;
  const weighted = new Map<string, WeightedTerm>();
  for (const group of groups) {
    const found = foundOf(group, counts);
    const together = Math.min(
      statistics.documents,
      found.reduce((sum, term) => sum + (counts.get(term) ?? 0), 0),
    );
    const idf = idfOf(statistics.documents, together);
    const telling = group.weight * idfOf(Math.max(FEW_DOCUMENTS, statistics.documents), together) ** 2;
    // A word that is only begun may become any that begins so.
    if (group.areCompletions && unknown > 0 && together > 0) whole += telling - unknown;
    unknown = group.isOwn && together === 0 ? UNKNOWN_WEIGHT * telling : 0;
    if (group.isOwn) whole += together === 0 ? unknown : telling;
    for (const term of found) {
      const known = weighted.get(term) ?? { weight: 0, telling: 0 };
      weighted.set(term, { term, weight: known.weight + group.weight * idf, telling: known.telling + telling });
    }
  }
  return { terms: [...weighted.values()], whole };
}

const idfOf = (documents: number, having: number) => Math.log(1 + (documents - having + 0.5) / (having + 0.5));

/** The terms of a group that are there; of completions the first ones, until they are in too many documents. */
function foundOf({ terms, areCompletions }: Group, counts: ReadonlyMap<string, number>): readonly string[] {
  const found = terms.filter((term) => (counts.get(term) ?? 0) > 0);
  if (!areCompletions) return found;
  let documents = 0;
  return found.filter((term, index) => {
    documents += counts.get(term) ?? 0;
    return index === 0 || documents <= MAX_COMPLETED_DOCUMENTS;
  });
}
