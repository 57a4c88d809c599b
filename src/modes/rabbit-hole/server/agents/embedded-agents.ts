import { streamWords } from '#language-model/server/stream-words.ts';

import { composeExploration } from '../../domain/embedded-explorer/compose.ts';
import { indexPassages, type PassageIndex } from '../../domain/embedded-explorer/passage-index.ts';
import { tellingSentences } from '../../domain/findings/telling-sentences.ts';
import type { SourcePassage, Surroundings } from '../../domain/surroundings.ts';
import type { PointWriter, RabbitholeAgent } from './agents.ts';

/** Says what the host's own passages hold: no key, no network. `paceMs` lies between two words, so that it reads as it comes. */
export function createEmbeddedExplorer(
  surroundings: Surroundings,
  passages: readonly SourcePassage[],
  { paceMs }: { paceMs: number },
): RabbitholeAgent {
  // Made with the first reply: one that is made and not spoken with costs nothing.
  let index: PassageIndex | undefined;
  return {
    name: 'Embedded explorer',
    isEmbedded: true,
    reply(history, { signal }) {
      index ??= indexPassages(passages);
      return streamWords(composeExploration({ surroundings, index, history }), paceMs, signal);
    },
  };
}

/** Takes the sentences that say what something is: no key, no network. */
export const embeddedPointWriter: PointWriter = {
  name: 'Embedded point writer',
  isEmbedded: true,
  propose: (conversation) => Promise.resolve(tellingSentences(conversation)),
};
