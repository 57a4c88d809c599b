import { type ReactNode, useMemo, useState } from 'react';

import { CitationSheet } from '#library/reader/web/citation-sheet.tsx';
import type { SourceCitationPart } from '#library/storage/protocol.ts';
import type { InlineParts } from '#session/web/transcript/rows/message-parts.tsx';
import { STRONGER } from '#text/domain/strength/strength-words.ts';

import { type ShownCitation, shownCitations } from '../domain/shown-citations.ts';
import { CitingContext, useCiting } from './citing-context.ts';

/** Lets the marks inside open the passages they cite. */
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

/** Renders the citations of replies as marks in the text. */
export const citationsInline: InlineParts = {
  offsetsOf: (parts) => shownCitations(parts).map(({ part }) => part.at),
  render(parts, index) {
    const citation = shownCitations(parts)[index];
    return citation ? <CitationMark citation={citation} /> : null;
  },
};

function CitationMark({ citation: { part, number } }: { readonly citation: ShownCitation }) {
  const { open, setActiveSource } = useCiting();
  const { source, isVerified, stronger } = part;
  const isPlain = isVerified && !stronger;
  const title = source?.title ?? 'a source that was not in context';
  const named = `ource ${String(number)}: ${title}`;
  const label = isPlain ? `S${named}` : `${isVerified ? STRONGER : 'Unverified'}, s${named}`;
  const leave = () => setActiveSource(null);
  const enter = () => setActiveSource(source?.id ?? null);
  return (
    // Excludes the number from selected text. A word joiner keeps it on the line of the word before it.
    <sup className="mx-0.5 leading-none whitespace-nowrap select-none before:content-['\2060']">
      <button
        type="button"
        aria-label={label}
        title={label}
        data-unverified={isVerified ? undefined : true}
        data-stronger={stronger ? true : undefined}
        onClick={() => open(part)}
        onPointerEnter={enter}
        onPointerLeave={leave}
        onFocus={enter}
        onBlur={leave}
        className={`relative inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[4px] px-1 font-sans text-[11px] leading-none font-medium transition-colors duration-(--fast) before:absolute before:-inset-[3px] ${
          isPlain
            ? 'bg-[color-mix(in_srgb,var(--accent)_12%,var(--paper))] text-accent hover:bg-[color-mix(in_srgb,var(--accent)_24%,var(--paper))]'
            : 'border border-dashed border-warn text-ink-soft hover:bg-raised'
        }`}
      >
        {number}
        {!isPlain && (isVerified ? '!' : '?')}
      </button>
    </sup>
  );
}
