import { setTimeout as delay } from 'node:timers/promises';

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
    async *reply(request, { signal }) {
      for (const word of composeReply(request).split(/(?<=\s)/u)) {
        if (signal.aborted) return;
        yield word;
        if (paceMs > 0) await delay(paceMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
