import type { PointSource } from '../domain/point-source.ts';
import type { ProposedPoint } from '../domain/proposed-point.ts';
import { tellingSentences } from '../domain/telling-sentences.ts';

interface PointWriterCall {
  /** The session it is for; null outside a session. */
  readonly session: string | null;
  readonly signal: AbortSignal;
}

/** Writes recall points from a conversation or a text. */
export interface PointWriter {
  /** Its name on the page. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /** Each point has its sentence in the source, verbatim. Rejects on failure. */
  propose(source: PointSource, call: PointWriterCall): Promise<readonly ProposedPoint[]>;
}

/** Selects telling sentences: no key, no network. */
export const embeddedPointWriter: PointWriter = {
  name: 'Embedded point writer',
  isEmbedded: true,
  propose: (source) => Promise.resolve(tellingSentences(source)),
};
