import type { Database } from '#database/server/database.ts';
import type { Log } from '#session/server/dependencies.ts';
import { type QueryTerm, queryTermsOf } from '#text/domain/terms.ts';
import { AppError } from '#wire/error-kind.ts';

import { languageOf } from '../../passages/server/language.ts';
import { arePassagesOf } from '../../storage/server/source-filter.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { bestOf, fuse, type Keeps, type SourceScore, type WordsScore } from '../domain/fuse.ts';
import { isForeign, type TellingTexts } from '../domain/known-language.ts';
import { addressesIn, namesSubject, withoutAddresses } from '../domain/subject.ts';
import type { SearchAnswer } from '../protocol.ts';
import type { EmbedQueries } from './embed-query.ts';
import { matchingSources } from './matching-sources.ts';
import type { Meaning, PassageFilter, PassageScore, SearchScope, WordIndex, WordScore } from './passage-search.ts';
import { type FoundSource, readFound } from './read-found.ts';
import { namesIn } from './word-units.ts';

const unusedMeaning: FoundByMeaning = {
  scores: [],
  model: null,
  answer: { state: 'unused', problem: null, model: null, threshold: null, waitingSources: 0 },
};

export interface SearchDependencies extends MeaningDependencies {
  readonly database: Database<LibraryTables>;
  readonly words: WordIndex;
}

export interface SearchRequest {
  readonly person: string;
  readonly query: string;
  readonly filter: PassageFilter;
  readonly limit: number;
  /** `local`: also by meaning, unless that needs a remote embedder. */
  readonly by: 'words' | 'both' | 'local';
  /** The last word may still be incomplete. */
  readonly isTyped: boolean;
  readonly keeps: Keeps;
}

export interface Found {
  /** Best first. */
  readonly sources: readonly FoundSource[];
  /** Number of found sources beyond the limit. */
  readonly more: number;
  readonly terms: readonly QueryTerm[];
  /** Counts of sources. */
  readonly byWords: number;
  readonly byMeaning: number;
  readonly meaning: SearchAnswer['meaning'];
}

/** Maximum number of passages per arm. */
const CANDIDATES = 200;
/** Extra sources, in place of those that turn out to contain the query in addresses alone. */
const SPARE = 5;

/** Searches a person's sources by words, and by meaning if that is requested and available. */
export async function findSources(dependencies: SearchDependencies, request: SearchRequest): Promise<Found> {
  const { person, filter, limit } = request;
  const isRanking = request.keeps === 'all';
  const addresses = isRanking ? [] : addressesIn(request.query);
  const asked = isRanking ? request.query : withoutAddresses(request.query);
  const said =
    isRanking || namesSubject(asked) ? queryTermsOf(asked, request.isTyped, isRanking ? 'all' : 'telling') : [];
  const scope = { person, filter, limit: Math.max(CANDIDATES, limit) };
  const db = dependencies.database.read;
  const { terms, ...texts } = isRanking
    ? { terms: said, onlyGerman: 0, others: 0 }
    : await dependencies.words.lookUp(person, said);
  // Both run concurrently; search by words may block the thread.
  const meaningUnderWay =
    request.by !== 'words' && said.length > 0
      ? searchByMeaning(dependencies, asked, { ...scope, texts, isLocal: request.by === 'local', isRanking })
      : unusedMeaning;
  const words = await dependencies.words.search(terms, scope);
  const named = isRanking
    ? []
    : [
        ...(await dependencies.words.search(namedLike(asked), scope)),
        ...(await withAddresses(dependencies, addresses, scope)),
      ];
  const meaning = await meaningUnderWay;
  const sourceOf = await readSources(db, person, [...words, ...named, ...meaning.scores]);
  const byWords = bestOf(scoresOf([...words, ...named.map(({ row }) => ({ row, score: 0, covered: 1 }))], sourceOf));
  const scores = bestOf(scoresOf(meaning.scores, sourceOf));
  const areNamed = new Set(scoresOf(named, sourceOf).map(({ source }) => source));
  const fused = fuse(byWords, await meaningScores(db, { person, meaning, scores, byWords }), {
    keeps: request.keeps,
    named: areNamed,
  });
  const threshold = meaning.model?.threshold ?? 1;
  const rows = new Map<number, number | null>([
    ...[...words, ...named].map(({ row }) => [row, null] as const),
    ...meaning.scores.map(({ row, score }) => [row, score] as const),
  ]);
  const reasons = { terms, rows, threshold, addresses: isRanking ? null : addresses, named: areNamed };
  return {
    sources: (await readFound(db, fused.slice(0, limit + SPARE), reasons)).slice(0, limit),
    more: Math.max(0, fused.length - limit),
    terms,
    byWords: byWords.length,
    byMeaning: scores.filter(({ score }) => score >= threshold).length,
    meaning: meaning.answer,
  };
}

/** Query terms for sources whose title or alias occurs in the query. */
function namedLike(query: string): readonly QueryTerm[] {
  const names = namesIn(query);
  return names.length === 0 ? [] : [{ terms: names, weight: 1, prefix: null }];
}

/** The first passages of sources with this address, and passages of others whose text contains it. */
async function withAddresses(
  { database, words }: SearchDependencies,
  addresses: readonly string[],
  scope: SearchScope,
): Promise<readonly WordScore[]> {
  if (addresses.length === 0) return [];
  const saying = await words.search(queryTermsOf(addresses.join(' '), false), scope);
  const rows = await database.read
    .selectFrom('passages')
    .innerJoin('sources', 'sources.id', 'passages.source_id')
    .select(['row', 'passages.text', 'sources.url'])
    .where(arePassagesOf(scope.person))
    .where(matchingSources(scope.filter))
    .where((eb) =>
      eb.or([
        eb('row', 'in', [-1, ...saying.map(({ row }) => row)]),
        eb.and([
          eb('number', '=', 1),
          eb.or(addresses.map((each) => eb(eb.fn<string>('lower', ['sources.url']), 'like', `%${each}%`))),
        ]),
      ]),
    )
    .execute();
  const has = (text: string | null) => addresses.some((each) => text?.toLowerCase().includes(each));
  return rows.filter(({ text, url }) => has(text) || has(url)).map(({ row }) => ({ row, score: 0, covered: 1 }));
}

type Read = Database<LibraryTables>['read'];

async function readSources(
  db: Read,
  person: string,
  scores: readonly PassageScore[],
): Promise<ReadonlyMap<number, string>> {
  if (scores.length === 0) return new Map();
  const rows = await db
    .selectFrom('passages')
    .select(['row', 'source_id'])
    .where(arePassagesOf(person))
    .where('row', 'in', [...new Set(scores.map(({ row }) => row))])
    .execute();
  return new Map(rows.map(({ row, source_id }) => [row, source_id]));
}

/** Leaves out passages that were deleted meanwhile. */
function scoresOf<Of extends PassageScore>(
  scores: readonly Of[],
  sourceOf: ReadonlyMap<number, string>,
): readonly (Of & SourceScore)[] {
  return scores.flatMap((each) => {
    const source = sourceOf.get(each.row);
    return source === undefined ? [] : [{ ...each, source }];
  });
}

interface BothArms {
  readonly person: string;
  readonly meaning: FoundByMeaning;
  readonly scores: readonly SourceScore[];
  readonly byWords: readonly WordsScore[];
}

async function meaningScores(db: Read, { person, meaning, scores, byWords }: BothArms) {
  if (!meaning.model) return null;
  const { key, threshold, weight } = meaning.model;
  const near = new Set(scores.map(({ source }) => source));
  const others = byWords.flatMap(({ source }) => (near.has(source) ? [] : [source]));
  const withVectors = await db
    .selectFrom('passages')
    .innerJoin('passage_vectors', 'passage_vectors.hash', 'passages.hash')
    .select('passages.source_id')
    .distinct()
    .where('passages.source_id', 'in', ['', ...others])
    .where('passage_vectors.person_id', '=', person)
    .where('passage_vectors.model', '=', key)
    .execute();
  const known = new Set(withVectors.map(({ source_id }) => source_id));
  return { scores, threshold, weight, hasVector: (source: string) => near.has(source) || known.has(source) };
}

interface MeaningDependencies {
  readonly meaning: Meaning;
  readonly embedQueries: EmbedQueries;
  readonly log: Log;
}

/** The result of search by meaning, or the reason why there is none. */
interface FoundByMeaning {
  readonly scores: readonly PassageScore[];
  /** The model whose vectors were used; null if none was. */
  readonly model: { readonly key: string; readonly threshold: number; readonly weight: number } | null;
  readonly answer: SearchAnswer['meaning'];
}

/** Searches by meaning. A failure is part of the answer: the words are used alone, and the person gets the reason. */
async function searchByMeaning(
  { meaning, embedQueries, log, database }: SearchDependencies,
  query: string,
  scope: SearchScope & { readonly isLocal: boolean; readonly isRanking: boolean; readonly texts: TellingTexts },
): Promise<FoundByMeaning> {
  const serving = await meaning.servingOf(scope.person);
  if (!serving) return unusedMeaning;
  const { embedder, waitingSources } = serving;
  const unused = { ...unusedMeaning, answer: { ...unusedMeaning.answer, waitingSources } };
  if (scope.isLocal && !embedder.isEmbedded) return unused;
  if (!knows(embedder.model.languages, query, scope.texts)) return unused;
  const { key, name, threshold, weight } = embedder.model;
  try {
    const [vector] = await embedQueries(embedder, { person: scope.person, queries: [query] });
    if (!vector) return unused;
    const near = await meaning.vectors.search(vector, { ...scope, model: key });
    const scores =
      embedder.model.languages === null || scope.isRanking
        ? near
        : await withoutForeign(database.read, scope.person, near);
    const answer = { state: 'used', problem: null, model: name, threshold, waitingSources } as const;
    return { scores, model: { key, threshold, weight }, answer };
  } catch (error) {
    if (!(error instanceof AppError) && !isTimeout(error)) log.error('Search by meaning failed', error);
    return { ...unused, answer: { ...unused.answer, state: 'failed', model: name, problem: problemOf(error) } };
  }
}

/**
 * Removes passages that are too short for language detection and whose words show a language that the model does not
 * know.
 */
async function withoutForeign(db: Read, person: string, scores: readonly PassageScore[]) {
  const rows = await db
    .selectFrom('passages')
    .select(['row', 'text'])
    .where(arePassagesOf(person))
    .where('language', 'is', null)
    .where('row', 'in', [-1, ...scores.map(({ row }) => row)])
    .execute();
  const foreign = rows
    .filter(({ text }) => isForeign(text, { onlyGerman: 0, others: 0 }))
    .map(({ row }) => Number(row));
  return scores.filter(({ row }) => !foreign.includes(row));
}

/** A query that is too short for language detection counts as English, unless its words show otherwise. */
function knows(languages: readonly string[] | null, query: string, texts: TellingTexts): boolean {
  if (languages === null) return true;
  const language = languageOf(query) ?? (isForeign(query, texts) ? null : 'en');
  return language !== null && languages.includes(language);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function problemOf(error: unknown): { message: string; remedy: string } {
  if (isTimeout(error))
    return {
      message: 'The embedder takes too long, so these results are by words alone.',
      remedy: 'Search again in a moment.',
    };
  if (error instanceof AppError)
    return {
      message: error.message,
      remedy: error.detail.remedy ?? 'These results are by words alone. Search again in a moment.',
    };
  return {
    message: 'Search by meaning failed, so these results are by words alone.',
    remedy: 'Search again. If it keeps failing, the reason is in the log of the server.',
  };
}
