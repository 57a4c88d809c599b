import { type ReactNode, useMemo, useState } from 'react';

import { CitationSheet } from '#library/reader/web/citation-sheet.tsx';
import type { InlineParts } from '#session/web/transcript/rows/message-parts.tsx';

import type { SourceCitationPart } from '../../protocol.ts';
import { shownCitations } from '../domain/shown-citations.ts';
import { CitationMark } from './citation-mark.tsx';
import { CitingContext } from './citing-context.ts';

/** Lets the marks inside open the passages that they cite. */
export function CitingProvider({ children }: { readonly children: ReactNode }) {
  const [cited, setCited] = useState<SourceCitationPart | null>(null);
  const [activeSource, setActiveSource] = useState<string | null>(null);
  const citing = useMemo(() => ({ open: setCited, activeSource, setActiveSource }), [activeSource]);
  return (
    <CitingContext value={citing}>
      {children}
      {cited && <CitationSheet citation={cited} onClose={() => setCited(null)} />}
    </CitingContext>
  );
}

/** The citations of replies, as marks in their words. */
export const citationsInline: InlineParts = {
  offsetsOf: (parts) => shownCitations(parts).map(({ part }) => part.at),
  render(parts, index) {
    const citation = shownCitations(parts)[index];
    return citation ? <CitationMark citation={citation} /> : null;
  },
};
