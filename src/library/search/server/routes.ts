import type { QueryTerm } from '#text/domain/terms.ts';
import { type Route, route } from '#wire/route.ts';

import type { SourceFilter } from '../../storage/protocol.ts';
import type { ProgressOf } from '../../storage/server/dependencies.ts';
import { areSourcesOf } from '../../storage/server/source-filter.ts';
import { SUMMARY_COLUMNS, toSummary } from '../../storage/server/source-summary.ts';
import { snippetOf } from '../domain/snippet.ts';
import { searchAnswer, type SearchHit, type SearchQuery, searchQuery } from '../protocol.ts';
import { findSources, type SearchDependencies } from './find-sources.ts';
import type { PassageFilter } from './passage-search.ts';
import type { FoundSource } from './read-found.ts';
import type { InTurn } from './search-turns.ts';

interface RouteDependencies extends SearchDependencies {
  readonly progressOf: ProgressOf;
  readonly inTurn: InTurn;
}

const DEFAULT_LIMIT = 20;

export function searchRoutes(dependencies: RouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/library/search',
      summary: 'Sources found by words and by meaning, best first',
      query: searchQuery,
      answer: searchAnswer,
      handle: ({ person, query }) => dependencies.inTurn(person, () => answer(dependencies, person, query)),
    }),
  ];
}

async function answer(dependencies: RouteDependencies, person: string, query: SearchQuery) {
  const begun = performance.now();
  const { q, by = 'both', limit = DEFAULT_LIMIT, ...filter } = query;
  const request = {
    person,
    query: q,
    filter: passageFilter(filter),
    limit,
    by,
    isTyped: true,
    keeps: 'meant' as const,
  };
  const { sources, terms, byWords, byMeaning, meaning } = await findSources(dependencies, request);
  const hits = await toHits(dependencies, { person, sources, terms });
  return { hits, byWords, byMeaning, milliseconds: performance.now() - begun, meaning };
}

function passageFilter({ bucket, kind, archived, whose, tag, state }: SourceFilter): PassageFilter {
  return {
    ...(bucket !== undefined && { buckets: [bucket === 'inbox' ? null : bucket] }),
    ...(kind && { kinds: [kind] }),
    ...(whose && { whose }),
    ...(tag !== undefined && { tags: [tag] }),
    ...(state && { state }),
    isArchived: archived === 'true',
  };
}

interface ToShow {
  readonly person: string;
  readonly sources: readonly FoundSource[];
  readonly terms: readonly QueryTerm[];
}

async function toHits(
  { database, progressOf }: RouteDependencies,
  { person, sources, terms }: ToShow,
): Promise<SearchHit[]> {
  if (sources.length === 0) return [];
  const rows = await database.read
    .selectFrom('sources')
    .select(SUMMARY_COLUMNS)
    .where(areSourcesOf(person))
    .where(
      'id',
      'in',
      sources.map(({ source }) => source),
    )
    .execute();
  const summaries = new Map(rows.map((row) => [row.id, toSummary(row, progressOf)]));
  return sources.flatMap(({ source, passages, foundBy, similarity, score }) => {
    const summary = summaries.get(source);
    const [best, ...more] = passages;
    if (!summary || !best) return [];
    const { id, number, start, end, text, language } = best;
    const { text: words, marks } = snippetOf(text, language, terms);
    return [
      {
        source: summary,
        passage: { id, number, start, end },
        snippet: { text: words, marks: [...marks] },
        foundBy,
        similarity,
        score,
        morePassages: more.map((passage) => passage.number),
      },
    ];
  });
}
