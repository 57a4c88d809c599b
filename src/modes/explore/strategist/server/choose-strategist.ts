import type { Kysely } from 'kysely';

import { BUILT_IN } from '#kernel/built-in.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import { streamWords } from '#language-model/server/stream-words.ts';
import type { LibrarySearch } from '#library/server/library.ts';
import { textsToAnswer } from '#library/server/texts-to-answer.ts';

import { queriesOf } from '../../context/domain/explore-query.ts';
import { composeStrategy } from '../domain/embedded/compose.ts';
import { createModelStrategist } from './model-strategist.ts';
import { inRequestOrder, type Strategist } from './strategist.ts';

/** The embedded strategist reads only sentences, so its window is that of a small model. */
const CONTEXT_TOKENS = 32_000;
const MAX_TOKENS = 4_096;

/** The person's strategist now. Settings can change between messages. */
// oxlint-disable-next-line typescript/no-explicit-any -- asked inside any slice's transaction; reads tables of its own
export type StrategistOf = (db: Kysely<any>, person: string) => Promise<Strategist>;

interface Choice {
  readonly roleModels: RoleModels;
  readonly library: () => LibrarySearch;
  readonly paceMs: number;
}

/** The person's model for the role if it is configured and reachable, else the embedded strategist. */
export function chooseStrategist({ roleModels, library, paceMs }: Choice): StrategistOf {
  return async (db, person) => {
    const model = await roleModels.of(db, person, 'strategist');
    return model ? createModelStrategist(model) : createEmbeddedStrategist({ person, library, paceMs });
  };
}

interface EmbeddedOptions {
  readonly person: string;
  readonly library: () => LibrarySearch;
  /** Milliseconds between two words. */
  readonly paceMs: number;
}

/** Answers from the sources in context, without a key and a network. */
function createEmbeddedStrategist({ person, library, paceMs }: EmbeddedOptions): Strategist {
  return {
    name: BUILT_IN,
    isEmbedded: true,
    destination: null,
    contextTokens: CONTEXT_TOKENS,
    maxTokens: MAX_TOKENS,
    costOf: () => null,
    async *reply({ sources, history }, { signal }) {
      const ordered = inRequestOrder(sources);
      const message = history.findLast(({ author }) => author === 'person')?.content ?? '';
      const before = history.slice(
        0,
        history.findLastIndex(({ author }) => author === 'person'),
      );
      const [query = message] = queriesOf(message, before);
      const { texts, isClose } = await textsToAnswer(library(), {
        person,
        query,
        documents: ordered.map(({ entry: { id, title, retrievalMethod }, text }) => ({
          id,
          title,
          text,
          isChosen: retrievalMethod !== 'semantic',
        })),
      });
      const said = [...before, { author: 'person', content: message } as const];
      const told = composeStrategy({ sources: texts, isClose, query, history: said });
      for (const piece of told)
        if (typeof piece === 'string') yield* streamWords(piece, paceMs, signal);
        else if (!signal.aborted) yield piece;
    },
  };
}
