import { BUILT_IN } from '#kernel/built-in.ts';
import { streamWords } from '#language-model/server/stream-words.ts';

import { composeReply } from '../domain/embedded/reply.ts';
import type { Tutor } from './tutor.ts';

/** Asks along the cue ladder: no key, no network. `paceMs` is the time between two words. */
export function createEmbeddedTutor({ paceMs }: { paceMs: number }): Tutor {
  return {
    name: BUILT_IN,
    isEmbedded: true,
    reply: (request, { signal }) => streamWords(composeReply(request), paceMs, signal),
  };
}
