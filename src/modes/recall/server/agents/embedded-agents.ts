import { pacedWords } from '#language-model/server/paced-words.ts';

import { evaluateBatchLexically } from '../../domain/embedded-evaluator/evaluate-batch.ts';
import { composeReply } from '../../domain/embedded-tutor/reply.ts';
import type { Evaluator, Tutor } from './agents.ts';

/** Reads with the lexical grader: no key, no network. */
export const embeddedEvaluator: Evaluator = {
  name: 'Embedded evaluator',
  isEmbedded: true,
  evaluateBatch: (uncheckedPoints, messages) => Promise.resolve(evaluateBatchLexically(uncheckedPoints, messages)),
};

export const EMBEDDED_TUTOR = 'Embedded tutor';

/** Asks along the cue ladder: no key, no network. `paceMs` lies between two words, so that a reply reads as it comes. */
export function createEmbeddedTutor({ paceMs }: { paceMs: number }): Tutor {
  return {
    name: EMBEDDED_TUTOR,
    isEmbedded: true,
    reply: (request, { signal }) => pacedWords(composeReply(request), paceMs, signal),
  };
}
