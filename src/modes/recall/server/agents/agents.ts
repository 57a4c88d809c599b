import type { Kysely } from 'kysely';

import type { Evaluator } from '../../evaluator/server/evaluator.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { Tutor } from '../../tutor/server/tutor.ts';

export interface RecallAgents {
  readonly evaluator: Evaluator;
  /** Evaluates if the evaluator's provider cannot be used. Omitted if the evaluator is embedded. */
  readonly evaluatorInstead?: Evaluator;
  readonly tutor: Tutor;
  /** Finishes a reply if the tutor's model fails. Omitted if the tutor is embedded. */
  readonly tutorInstead?: Tutor;
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
