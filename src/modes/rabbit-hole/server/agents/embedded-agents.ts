import { streamWords } from '#language-model/server/stream-words.ts';

import { detectTangent } from '../../domain/embedded-detector/detect-tangent.ts';
import { composeExploration } from '../../domain/embedded-explorer/compose.ts';
import { indexPassages, type PassageIndex } from '../../domain/embedded-explorer/passage-index.ts';
import { EMBEDDED_EXPLORER } from '../../domain/holds-finding.ts';
import type { Passages, Surroundings } from '../../domain/surroundings.ts';
import type { RabbitholeAgent, RabbitholeDetector } from './agents.ts';

/** Judges by words and form: no key, no network, deterministic. */
export const embeddedDetector: RabbitholeDetector = {
  name: 'Embedded detector',
  isEmbedded: true,
  detect: (messages, points) => Promise.resolve(detectTangent(messages, points)),
};

/** Answers from the host's own passages: no key, no network. `paceMs` is the time between two words. */
export function createEmbeddedExplorer(
  surroundings: Surroundings,
  passages: Passages,
  { paceMs }: { paceMs: number },
): RabbitholeAgent {
  // Built with the first reply, so that an unused agent costs nothing.
  let index: PassageIndex | undefined;
  return {
    name: EMBEDDED_EXPLORER,
    isEmbedded: true,
    async *reply(history, { signal }) {
      const words = history.findLast(({ author }) => author === 'person')?.content ?? '';
      if (typeof passages === 'function') index = indexPassages(await passages(words));
      else index ??= indexPassages(passages);
      yield* streamWords(composeExploration({ surroundings, index, history }), paceMs, signal);
    },
  };
}
