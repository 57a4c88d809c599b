import type { RoleModels } from '#language-model/server/role-models.ts';

import type { RabbitholeAgents, RabbitholeAgentsOf } from './agents.ts';
import { createModelDetector } from './model-detector.ts';
import { createModelExplorer } from './model-explorer.ts';
import { createModelPointWriter } from './model-point-writer.ts';

/** A person's models where they have chosen some and can reach them, the embedded agents where not: each role by itself. */
export function chooseAgents(roleModels: RoleModels, embedded: RabbitholeAgents): RabbitholeAgentsOf {
  return async (db, person) => {
    const detector = await roleModels.of(db, person, 'detector');
    const explorer = await roleModels.of(db, person, 'explorer');
    const pointWriter = await roleModels.of(db, person, 'point-writer');
    const tutor = await roleModels.of(db, person, 'tutor');
    const evaluator = await roleModels.of(db, person, 'evaluator');
    return {
      detector: detector ? createModelDetector(detector) : embedded.detector,
      ...(detector && { detectorInstead: embedded.detector }),
      isLimitTold: tutor !== null || evaluator !== null,
      pointWriter: pointWriter ? createModelPointWriter(pointWriter) : embedded.pointWriter,
      createAgent: explorer ? (surroundings) => createModelExplorer(explorer, surroundings) : embedded.createAgent,
    };
  };
}
