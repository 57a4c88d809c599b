import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { storedText } from '#elements/web/page/stored.ts';
import { api } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import type { Highlight, HighlightChange, NewHighlight } from '../../../highlights/protocol.ts';
import { HIGHLIGHT_COLORS } from '../../../highlights/web/highlight-look.tsx';
import { sourceHighlightsQuery } from '../../../highlights/web/queries.ts';
import { useLibraryChanged } from '../../../sources/web/use-library-changed.ts';
import type { HighlightColor } from '../../../storage/protocol.ts';

const NONE: readonly Highlight[] = [];
/** The last used colour. */
const lastColor = storedText('localStorage', 'warren.highlight-color');

export function usualColor(): HighlightColor {
  const last = lastColor.read();
  return HIGHLIGHT_COLORS.find((color) => color === last) ?? 'amber';
}

export interface HighlightsOnPage {
  readonly highlights: readonly Highlight[];
  readonly add: (range: TextRange, color: HighlightColor, note?: string) => Promise<void>;
  readonly change: (highlightId: string, change: HighlightChange) => Promise<void>;
  readonly remove: (highlightId: string) => Promise<void>;
}

export function useHighlights({
  id: sourceId,
  version,
}: {
  readonly id: string;
  readonly version: number;
}): HighlightsOnPage {
  const { data: highlights = NONE } = useQuery(sourceHighlightsQuery(sourceId));
  const changed = useLibraryChanged();
  return useMemo(
    () => ({
      highlights,
      async add({ start, end }, color, note = '') {
        const body: NewHighlight = { id: newId(), version, start, end, color, note };
        await api('POST', `/api/library/sources/${sourceId}/highlights`, body);
        lastColor.write(color);
        await changed('Highlighted');
      },
      async change(highlightId, change) {
        await api('PATCH', `/api/library/highlights/${highlightId}`, change);
        if (change.color) lastColor.write(change.color);
        await changed('Changed the highlight');
      },
      async remove(highlightId) {
        await api('DELETE', `/api/library/highlights/${highlightId}`);
        await changed('Removed the highlight');
      },
    }),
    [highlights, sourceId, version, changed],
  );
}
