import type { RoleModels } from '#language-model/server/role-models.ts';
import { createModelPointWriter } from '#point-writer/server/model-point-writer.ts';

import type { RabbitholeAgents, RabbitholeAgentsOf } from './agents.ts';
import { createModelDetector } from './model-detector.ts';
import { createModelExplorer } from './model-explorer.ts';

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
