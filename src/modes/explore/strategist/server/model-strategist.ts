import type { Usage } from '#language-model/domain/chunk.ts';
import type { RoleId } from '#language-model/protocol.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { streamCitedReply } from '#language-model/server/stream-reply.ts';

import type { SourceInContext } from '../../context/server/entries.ts';
import { addedSection, buildExplorePrompt, type SourceForPrompt } from '../domain/build-explore-prompt.ts';
import { buildExploreRequest } from '../domain/build-request.ts';
import { charactersFor, systemTokens } from './room.ts';
import { inRequestOrder, type Strategist, type StrategistRequest } from './strategist.ts';

const NOTHING = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

/** Thinks with the person through a language model. `role`: another agent that works from the same sources. */
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
      const { earlier = 0 } = request;
      const history = withLate(request);
      let usage: Usage | undefined;
      yield* streamCitedReply(
        model,
        buildExploreRequest(prompt, { history, earlier, maxCharacters: charactersFor(room, documentTokens(request)) }),
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

function documentTokens({ sources }: StrategistRequest): number {
  const documents = sources.filter(({ entry }) => entry.included && entry.place === 'documents');
  return documents.reduce((sum, { entry }) => sum + entry.tokens, 0);
}

/** The conversation with the documents that were added during it, each after its message. */
function withLate({ sources, history, bucketName }: StrategistRequest) {
  const late = Map.groupBy(inRequestOrder(sources), ({ entry }) => entry.since);
  return history.map((said) => {
    const added = said.id === undefined ? [] : (late.get(said.id) ?? []);
    if (added.length === 0) return said;
    const shown = added.map((source) => forPrompt(source));
    return { ...said, further: addedSection(bucketName, shown) };
  });
}

function promptInput({ sources, ...rest }: StrategistRequest) {
  const ordered = inRequestOrder(sources);
  const said = new Set(rest.history.map(({ id }) => id));
  const before = (method: string) =>
    ordered
      .filter(({ entry }) => entry.place === 'documents' && entry.retrievalMethod === method)
      .filter(({ entry }) => entry.since === undefined || !said.has(entry.since))
      .map((source) => forPrompt(source));
  return {
    ...rest,
    pinnedSources: before('pinned'),
    bucketSources: before('bucket'),
    semanticSources: ordered.filter(({ entry }) => entry.place === 'tail').map((source) => tailSource(source)),
  };
}

function forPrompt({ entry, text, author }: SourceInContext): SourceForPrompt {
  const { id, title, sourceType, sourceUrl, createdAt } = entry;
  return { id, title, author: author ?? null, content: text, sourceType, sourceUrl, createdAt };
}

/** In the tail a source names its bucket. */
function tailSource(source: SourceInContext): SourceForPrompt {
  return { ...forPrompt(source), bucketName: source.entry.bucketName };
}
