import { createContext, useContext } from 'react';

import type { SourceCitationPart } from '#library/storage/protocol.ts';

/** Shared by marks in the text, the panel and the side sheet. */
export interface Citing {
  /** Opens the passage in the side sheet. */
  readonly open: (citation: SourceCitationPart) => void;
  /** The source whose mark the pointer or the focus is on. */
  readonly activeSource: string | null;
  readonly setActiveSource: (id: string | null) => void;
}

const NONE: Citing = { open: () => undefined, activeSource: null, setActiveSource: () => undefined };

export const CitingContext = createContext<Citing>(NONE);

export function useCiting(): Citing {
  return useContext(CitingContext);
}
