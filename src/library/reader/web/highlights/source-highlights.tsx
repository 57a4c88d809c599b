import { Pencil } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import type { Highlight } from '../../../highlights/protocol.ts';
import { COLOR_NAMES, HighlightSwatch, wordsOfHighlight } from '../../../highlights/web/highlight-look.tsx';

interface SourceHighlightsProps {
  readonly highlights: readonly Highlight[];
  /** Scrolls to the words. */
  readonly onShow: (highlight: Highlight) => void;
  readonly onChange: (highlight: Highlight) => void;
}

/** The highlights of the open source. Renders nothing if there are none. */
export function SourceHighlights({ highlights, onShow, onChange }: SourceHighlightsProps) {
  if (highlights.length === 0) return null;
  return (
    <section aria-label="Highlights" className="mt-8 max-w-[62ch] text-sm">
      <h3 className="mb-1 font-semibold text-ink-soft">Highlights</h3>
      <ul>
        {highlights.map((highlight) => {
          const { id, quote, color, note, range } = highlight;
          const words = wordsOfHighlight(quote);
          return (
            <li key={id} className="flex items-start gap-2.5 border-t border-line py-1.5">
              <span className="flex min-h-[34px] items-center">
                <HighlightSwatch color={color} />
                <span className="sr-only">{COLOR_NAMES[color]}</span>
              </span>
              <div className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
                {range ? (
                  <button
                    type="button"
                    dir="auto"
                    className="w-full text-left hover:text-ink"
                    onClick={() => onShow(highlight)}
                  >
                    <span className="line-clamp-2 text-ink-soft">{words}</span>
                  </button>
                ) : (
                  <p dir="auto" className="text-ink-soft">
                    {words} <span className="text-ink-faint">No longer in the text.</span>
                  </p>
                )}
                {note !== '' && (
                  <p dir="auto" className="mt-1 text-left whitespace-pre-line">
                    {note}
                  </p>
                )}
              </div>
              <IconButton label={`Change the highlight “${words.slice(0, 40)}”`} onClick={() => onChange(highlight)}>
                <Icon of={Pencil} />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
