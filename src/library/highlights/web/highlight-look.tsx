import { plainText } from '#text/domain/plain-text.ts';

import type { HighlightColor } from '../../storage/protocol.ts';

export const HIGHLIGHT_COLORS: readonly HighlightColor[] = ['amber', 'green', 'red'];

/** Names in the menu and for screen readers. */
export const COLOR_NAMES: Readonly<Record<HighlightColor, string>> = { amber: 'Amber', green: 'Green', red: 'Red' };

/** A sample of a highlight: its colour, and the line that distinguishes it without colours. */
export function HighlightSwatch({ color }: { readonly color: HighlightColor }) {
  return (
    <span aria-hidden="true" className="highlight-swatch" data-look={color}>
      a
    </span>
  );
}

export function wordsOfHighlight(quote: string): string {
  return plainText(quote).replace(/\s+/gu, ' ').trim();
}
