import type { Log } from '#session/server/dependencies.ts';
import { AppError } from '#wire/error-kind.ts';

import { languageOf } from '../../passages/server/language.ts';
import type { SearchAnswer } from '../protocol.ts';
import type { EmbedQuery } from './embed-query.ts';
import type { Meaning } from './meaning.ts';
import type { PassageScore, SearchScope } from './passage-search.ts';

export interface MeaningDependencies {
  readonly meaning: Meaning;
  readonly embedQuery: EmbedQuery;
  readonly log: Log;
}

/** The result of search by meaning, or why there is none. */
export interface FoundByMeaning {
  readonly scores: readonly PassageScore[];
  /** The model whose vectors were used; null if none was. */
  readonly model: { readonly key: string; readonly threshold: number; readonly weight: number } | null;
  readonly answer: SearchAnswer['meaning'];
}

export const unusedMeaning: FoundByMeaning = {
  scores: [],
  model: null,
  answer: { state: 'unused', problem: null, model: null, threshold: null, waitingSources: 0 },
};

/** Searches by meaning. A failure is an answer too: words serve alone, and the person is told why. */
export async function searchByMeaning(
  { meaning, embedQuery, log }: MeaningDependencies,
  query: string,
  scope: SearchScope & { readonly isLocal: boolean },
): Promise<FoundByMeaning> {
  const serving = await meaning.servingOf(scope.person);
  if (!serving) return unusedMeaning;
  const { embedder, waitingSources } = serving;
  const unused = { ...unusedMeaning, answer: { ...unusedMeaning.answer, waitingSources } };
  if (scope.isLocal && !embedder.isEmbedded) return unused;
  if (!knows(embedder.model.languages, query)) return unused;
  const { key, name, threshold, weight } = embedder.model;
  try {
    const vector = await embedQuery(embedder, query);
    const scores = await meaning.vectors.search(vector, { ...scope, model: key });
    const answer = { state: 'used', problem: null, model: name, threshold, waitingSources } as const;
    return { scores, model: { key, threshold, weight }, answer };
  } catch (error) {
    if (!(error instanceof AppError) && !isTimeout(error)) log.error('Search by meaning failed', error);
    return { ...unused, answer: { ...unused.answer, state: 'failed', model: name, problem: problemOf(error) } };
  }
}

/** A query too short to tell its language is taken for one that the model knows. */
function knows(languages: readonly string[] | null, query: string): boolean {
  const language = languages && languageOf(query);
  return language === null || languages === null || languages.includes(language);
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
