import { createContext } from 'react';

import type { CheckedClaim } from '../../../protocol.ts';
import type { MarkedCitation } from '../../../text/domain/citations/place-citations.ts';
import type { Flag } from '../../domain/flags.ts';

/** The context of the marks and the flagged words of a text. */
export interface TextFacts {
  readonly citations: readonly MarkedCitation[];
  /** One for each mark, in their order; empty while they are not checked. */
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

/** The index of a paragraph's first mark among those of its text; null where marks have no claims of their own. */
export const FirstMarkContext = createContext<number | null>(null);
