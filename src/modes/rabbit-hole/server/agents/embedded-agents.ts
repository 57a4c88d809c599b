import { streamWords } from '#language-model/server/stream-words.ts';

import { composeExploration } from '../../domain/embedded-explorer/compose.ts';
import { indexPassages, type PassageIndex } from '../../domain/embedded-explorer/passage-index.ts';
import { EMBEDDED_EXPLORER } from '../../domain/holds-finding.ts';
import type { SourcePassage, Surroundings } from '../../domain/surroundings.ts';
import type { RabbitholeAgent } from './agents.ts';

/** Answers from the host's own passages: no key, no network. `paceMs` is the time between two words. */
export function createEmbeddedExplorer(
  surroundings: Surroundings,
  passages: readonly SourcePassage[],
  { paceMs }: { paceMs: number },
): RabbitholeAgent {
  // Built with the first reply, so that an unused agent costs nothing.
  let index: PassageIndex | undefined;
  return {
    name: EMBEDDED_EXPLORER,
    isEmbedded: true,
    reply(history, { signal }) {
      index ??= indexPassages(passages);
      return streamWords(composeExploration({ surroundings, index, history }), paceMs, signal);
    },
  };
}
