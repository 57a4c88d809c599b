import type { Kysely } from 'kysely';

import type { Evaluator } from '../../evaluator/server/evaluator.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { Tutor } from '../../tutor/server/tutor.ts';

export interface RecallAgents {
  readonly evaluator: Evaluator;
  readonly tutor: Tutor;
}
/** The agents of a person now. Settings can change between messages. */
export type RecallAgentsOf = (
  // oxlint-disable-next-line typescript/no-explicit-any -- asked inside any slice's transaction; reads tables of its own
  db: Kysely<any>,
  person: string,
) => Promise<RecallAgents>;

export interface RecallModeDependencies extends RecallDependencies {
  readonly agentsOf: RecallAgentsOf;
}
