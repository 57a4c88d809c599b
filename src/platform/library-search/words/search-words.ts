import type { Kysely } from 'kysely';

import { matchingSources } from '#library/search/server/matching-sources.ts';
import type { SearchScope, WordScore } from '#library/search/server/passage-search.ts';
import type { QueryTerm } from '#text/domain/terms.ts';

import type { Postings, Statistics, WeightedTerm } from './postings.ts';
import type { WordTables } from './tables.ts';

/** The shortest completions are used, because they are nearest to the typed word. */
const MAX_COMPLETIONS = 24;
/** A single character of a script without spaces can begin a pair with any other one. */
const MAX_PAIRS = 200;
/** A completion of a typed word counts less than the word itself. */
const COMPLETION_WEIGHT = 0.5;

/** Maximum number of documents that completions can add: many words share their first letters, so these say little. */
const MAX_COMPLETED_DOCUMENTS = 8_000;

/** Alternative terms of a word, which share one document frequency. */
interface Group {
  readonly terms: readonly string[];
  readonly weight: number;
  readonly areCompletions: boolean;
  /** Whether a text must contain it to cover the whole query. */
  readonly isOwn: boolean;
}

/**
 * Weight of words that no text contains: they count as not covered, but less than a rare word, because texts may only
 * use a synonym.
 */
const UNKNOWN_WEIGHT = 0.5;

/** With fewer documents, a word that occurs in most of them can still be a telling one. */
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
  /** Contribution of the previous word, if no text contains it. */
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
    // A word that is still being typed can become any of its completions, so it no longer counts as unknown.
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

/** The terms of a group that occur in texts; for completions the first ones, until they add too many documents. */
function foundOf({ terms, areCompletions }: Group, counts: ReadonlyMap<string, number>): readonly string[] {
  const found = terms.filter((term) => (counts.get(term) ?? 0) > 0);
  if (!areCompletions) return found;
  let documents = 0;
  return found.filter((term, index) => {
    documents += counts.get(term) ?? 0;
    return index === 0 || documents <= MAX_COMPLETED_DOCUMENTS;
  });
}
