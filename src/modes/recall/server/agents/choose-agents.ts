import type { RoleModels } from '#language-model/server/role-models.ts';

import { createModelEvaluator } from '../../evaluator/server/model-evaluator.ts';
import { createModelTutor } from '../../tutor/server/model-tutor.ts';
import type { RecallAgents, RecallAgentsOf } from './agents.ts';

/** For each role, the person's model if it is configured and reachable, else the embedded agent. */
export function chooseRecallAgents(roleModels: RoleModels, embedded: RecallAgents): RecallAgentsOf {
  return async (db, person) => {
    const tutor = await roleModels.of(db, person, 'tutor');
    const evaluator = await roleModels.of(db, person, 'evaluator');
    return {
      tutor: tutor ? createModelTutor(tutor) : embedded.tutor,
      ...(tutor && { tutorInstead: embedded.tutor }),
      evaluator: evaluator ? createModelEvaluator(evaluator) : embedded.evaluator,
      ...(evaluator && { evaluatorInstead: embedded.evaluator }),
    };
  };
}
