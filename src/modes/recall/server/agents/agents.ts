import type { Kysely } from 'kysely';

import type { Evaluator } from '../../evaluator/server/evaluator.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { Tutor } from '../../tutor/server/tutor.ts';

export interface RecallAgents {
  readonly evaluator: Evaluator;
  readonly tutor: Tutor;
}
/** Who works for a person now: what they have chosen may change from one message to the next. */
export type RecallAgentsOf = (
  // oxlint-disable-next-line typescript/no-explicit-any -- asked inside any slice's transaction; reads tables of its own
  db: Kysely<any>,
  person: string,
) => Promise<RecallAgents>;

export interface RecallModeDependencies extends RecallDependencies {
  readonly agentsOf: RecallAgentsOf;
}
