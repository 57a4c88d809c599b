import type { RoleModel } from '#language-model/server/role-models.ts';
import { streamCitedReply } from '#language-model/server/stream-reply.ts';

import { buildExplorerRequest, buildRabbitholeAgentPrompt } from '../../domain/model-explorer/prompt.ts';
import type { Surroundings } from '../../domain/surroundings.ts';
import type { RabbitholeAgent } from './agents.ts';

/** Answers with a language model, streamed, through its own client, with a prompt that never changes. */
export function createModelExplorer(model: RoleModel, surroundings: Surroundings): RabbitholeAgent {
  const own = model.withOwnClient();
  const system = buildRabbitholeAgentPrompt(surroundings);
  return {
    name: own.name,
    isEmbedded: false,
    signature: own.signature,
    reply(history, call) {
      const isContinuation = history.at(-1)?.author === 'assistant';
      return streamCitedReply(own, buildExplorerRequest(system, history, call.earlier), {
        ...call,
        role: 'explorer',
        isContinuation,
      });
    },
  };
}
