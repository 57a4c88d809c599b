import type { RoleModel, RoleModels } from '#language-model/server/role-models.ts';
import { streamCitedReply } from '#language-model/server/stream-reply.ts';
import { createModelPointWriter } from '#point-writer/server/model-point-writer.ts';

import { buildExplorerRequest, buildRabbitholeAgentPrompt } from '../../domain/model-explorer/prompt.ts';
import type { Surroundings } from '../../domain/surroundings.ts';
import type { RabbitholeAgent, RabbitholeAgents, RabbitholeAgentsOf } from './agents.ts';
import { createModelDetector } from './model-detector.ts';

/** For each role the person's model, or the embedded agent where there is no model. */
export function chooseRabbitholeAgents(roleModels: RoleModels, embedded: RabbitholeAgents): RabbitholeAgentsOf {
  return async (db, person, hostRoles) => {
    const detector = await roleModels.of(db, person, 'detector');
    const explorer = await roleModels.of(db, person, 'explorer');
    const pointWriter = await roleModels.of(db, person, 'point-writer');
    const hostModels = [];
    for (const role of hostRoles) hostModels.push(await roleModels.of(db, person, role));
    return {
      detector: detector ? createModelDetector(detector) : embedded.detector,
      ...(detector && { detectorInstead: embedded.detector }),
      isLimitTold: hostModels.some((model) => model !== null),
      pointWriter: pointWriter ? createModelPointWriter(pointWriter) : embedded.pointWriter,
      isExplorerEmbedded: explorer === null,
      ...(explorer && { createAgentInstead: embedded.createAgent }),
      createAgent: explorer ? (surroundings) => createModelExplorer(explorer, surroundings) : embedded.createAgent,
    };
  };
}

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
