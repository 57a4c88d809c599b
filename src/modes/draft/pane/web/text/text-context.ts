import { createContext } from 'react';

import type { CheckedClaim } from '../../../protocol.ts';
import type { MarkedCitation } from '../../../text/domain/citations/place-citations.ts';
import type { Flag } from '../../domain/flags.ts';

/** Facts that the marks and the flagged words of a text need. */
export interface TextFacts {
  readonly citations: readonly MarkedCitation[];
  /** One for each mark, in order; empty until they are checked. */
  readonly claims: readonly CheckedClaim[];
  readonly flags: readonly Flag[];
  readonly open: (citation: MarkedCitation, claim: CheckedClaim | null) => void;
}

export const TextContext = createContext<TextFacts>({
  citations: [],
  claims: [],
  flags: [],
  open: () => undefined,
});

/** The index of a paragraph's first mark among the marks of its text; null if marks have no claims. */
export const FirstMarkContext = createContext<number | null>(null);
