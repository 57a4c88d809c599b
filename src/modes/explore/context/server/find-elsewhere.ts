import { estimateTokens } from '#language-model/domain/estimate-tokens.ts';
import type { PassageFilter } from '#library/search/server/passage-search.ts';

import type { TurnContext } from '../../protocol.ts';
import type { Candidate } from '../domain/fill-window.ts';
import { interleave } from '../domain/fill-window.ts';
import type { ContextDependencies } from './dependencies.ts';

/** A source that was found for a message, with its best passages. */
export interface FoundCandidate extends Candidate {
  readonly similarity: number | null;
  readonly matchedBy: 'words' | 'meaning' | 'both';
}

export interface Found {
  /** Best first, no source twice. */
  readonly candidates: readonly FoundCandidate[];
  readonly meaning: TurnContext['meaning'];
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}

export interface Question {
  readonly person: string;
  /** The results of the queries are interleaved. */
  readonly queries: readonly string[];
  readonly filter: PassageFilter;
  readonly limit: number;
  /** `typed`: asks no remote embedder. */
  readonly by: 'sent' | 'typed';
  /** `best`: omits sources that share only a word or two. */
  readonly keeps: 'all' | 'best';
}

const PASSAGES_PER_SOURCE = 4;

/** The best sources for a message among those that the filter allows. */
export async function findElsewhere({ library }: ContextDependencies, question: Question): Promise<Found> {
  const { person, queries, filter, limit, by, keeps } = question;
  const answers = await Promise.all(
    queries.map((query) =>
      library().search({
        person,
        query,
        filter,
        limit,
        perSource: PASSAGES_PER_SOURCE,
        by: by === 'sent' ? 'both' : 'local',
        keeps,
      }),
    ),
  );
  const lists = answers.map(({ passages }) =>
    [...Map.groupBy(passages, ({ source }) => source.id)].map(([id, found]): FoundCandidate => ({
      id,
      similarity: found[0]?.similarity ?? null,
      matchedBy: found[0]?.foundBy ?? 'words',
      passages: found.map(({ start, end, text }) => ({ start, end, tokens: estimateTokens(text) })),
    })),
  );
  const used = answers.find(({ meaning }) => meaning.state === 'used')?.meaning;
  return {
    candidates: interleave(lists).slice(0, limit),
    meaning:
      used && used.model !== null && used.threshold !== null ? { model: used.model, threshold: used.threshold } : null,
    problem: answers.find(({ meaning }) => meaning.problem !== null)?.meaning.problem ?? null,
  };
}
