import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import type { Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';
import { createEmbeddedTutor } from '#modes/recall/tutor/server/embedded-tutor.ts';

import { openFirstPerson } from './first-person.ts';

export interface ConfiguredEvaluator {
  readonly evaluator: Evaluator;
  close(): Promise<void>;
}

/** The evaluator that the first person's settings select. */
export async function configuredEvaluator(environment: NodeJS.ProcessEnv): Promise<ConfiguredEvaluator> {
  const first = await openFirstPerson(environment);
  if (!first) return { evaluator: embeddedEvaluator, close: () => Promise.resolve() };
  const { chooseRecallAgents } = await import('#modes/recall/server/agents/choose-agents.ts');
  const embedded = { evaluator: embeddedEvaluator, tutor: createEmbeddedTutor({ paceMs: 0 }) };
  const { evaluator } = await chooseRecallAgents(first.roleModels, embedded)(first.db, first.person);
  return { evaluator, close: () => first.close() };
}
