import type { Usage } from '#language-model/domain/chunk.ts';
import type { RoleId } from '#language-model/protocol.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { streamCitedReply } from '#language-model/server/stream-reply.ts';

import type { SourceInContext } from '../../context/server/entries.ts';
import { buildExplorePrompt, type SourceForPrompt } from '../domain/build-explore-prompt.ts';
import { buildExploreRequest } from '../domain/build-request.ts';
import { charactersFor, systemTokens } from './room.ts';
import { inRequestOrder, type Strategist, type StrategistRequest } from './strategist.ts';

const NOTHING = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

/** Thinks with the person through a language model. `role`: of another agent that works from the same sources. */
export function createModelStrategist(model: RoleModel, role: RoleId = 'strategist'): Strategist {
  const { name, contextTokens, maxTokens } = model;
  return {
    name,
    isEmbedded: false,
    destination: model.destination,
    contextTokens,
    maxTokens,
    costOf: (inputTokens) => model.costOf({ ...NOTHING, inputTokens }),
    async *reply(request, call) {
      const prompt = buildExplorePrompt(promptInput(request));
      const room = { contextTokens, maxTokens, systemTokens: systemTokens(request) };
      const { history, earlier = 0 } = request;
      let usage: Usage | undefined;
      yield* streamCitedReply(
        model,
        buildExploreRequest(prompt, { history, earlier, maxCharacters: charactersFor(room) }),
        {
          ...call,
          role,
          isContinuation: history.at(-1)?.author === 'assistant',
          onUsage: (counted) => (usage = counted),
        },
      );
      if (usage) yield { type: 'usage', usage, costMicros: model.costOf(usage) };
    },
  };
}

function promptInput({ sources, ...rest }: StrategistRequest) {
  const ordered = inRequestOrder(sources);
  const before = (method: string) =>
    ordered
      .filter(({ entry }) => entry.place === 'documents' && entry.retrievalMethod === method)
      .map((source) => forPrompt(source));
  return {
    ...rest,
    pinnedSources: before('pinned'),
    bucketSources: before('bucket'),
    semanticSources: ordered.filter(({ entry }) => entry.place === 'tail').map((source) => tailSource(source)),
  };
}

function forPrompt({ entry, text }: SourceInContext): SourceForPrompt {
  const { id, title, sourceType, sourceUrl, createdAt } = entry;
  return { id, title, content: text, sourceType, sourceUrl, createdAt };
}

/** Behind the newest message a source says which bucket it is from. */
function tailSource(source: SourceInContext): SourceForPrompt {
  return { ...forPrompt(source), bucketName: source.entry.bucketName };
}
