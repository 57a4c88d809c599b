import { Link } from '@tanstack/react-router';
import { Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import { memo } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { figure } from '#elements/web/text/figures.ts';
import { previewAfterTitle } from '#library/storage/web/source-words.ts';
import { SOURCE_PATH } from '#library/storage/web/use-open-source.ts';

import { useCiting } from '../../../citing/web/citing-context.ts';
import type { RetrievedSource } from '../../../protocol.ts';
import { entryWords } from './context-words.ts';
import type { SourcePlace } from './panel-rows.ts';

export interface SourceEntryActions {
  readonly onPin: (sourceId: string, isPinned: boolean) => void;
  readonly onExclude: (sourceId: string, isExcluded: boolean) => void;
}

interface SourceEntryProps extends SourceEntryActions {
  readonly source: RetrievedSource;
  readonly place: SourcePlace;
  readonly isNew: boolean;
  /** As it is chosen now, whatever it was for the reply that is shown. */
  readonly isPinned: boolean;
  readonly isExcluded: boolean;
  readonly now: number;
}

const ICON = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** A source in context: what it is, how it came in, what it takes, and what can be done with it. */
export const SourceEntry = memo(function SourceEntry(props: SourceEntryProps) {
  const { source, place, isNew, isPinned, isExcluded, now, onPin, onExclude } = props;
  const { id, title, similarity, tokens, reason } = source;
  const preview = previewAfterTitle(source);
  const isLit = useCiting().activeSource === id;
  return (
    <article
      data-source={id}
      data-lit={isLit || undefined}
      className="border-t border-line py-2.5 data-[lit]:bg-accent-soft"
    >
      <div className="flex items-baseline gap-2.5">
        <Link
          to={SOURCE_PATH}
          params={{ sourceId: id }}
          dir="auto"
          className={`min-w-0 flex-1 truncate text-left text-sm font-semibold hover:underline ${place === 'in' ? '' : 'text-ink-soft'}`}
        >
          {title}
        </Link>
        {isNew && <span className="text-xs font-medium text-accent-text">New</span>}
        <span className="text-sm text-ink-faint tabular-nums">
          <span className="sr-only">{similarity === undefined ? 'Tokens: ' : 'Similarity: '}</span>
          {similarity === undefined ? figure(tokens) : similarity.toFixed(2)}
        </span>
      </div>
      {place === 'in' && preview !== '' && (
        <p dir="auto" className="line-clamp-2 text-left text-sm leading-snug text-ink-soft [overflow-wrap:anywhere]">
          {preview}
        </p>
      )}
      {reason !== undefined && place !== 'excluded' && <p className="text-xs leading-normal text-ink-soft">{reason}</p>}
      <div className="mt-0.5 flex items-center gap-0.5">
        <span className="min-w-0 flex-1 text-xs leading-snug text-ink-faint [overflow-wrap:anywhere]">
          {entryWords(source, now)}
        </span>
        {!isExcluded && (
          <IconButton
            label={`${isPinned ? 'Unpin' : 'Pin'} ${title}`}
            className={`size-7 ${isPinned ? 'text-accent-text' : ''}`}
            onClick={() => onPin(id, !isPinned)}
          >
            {isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
          </IconButton>
        )}
        <IconButton
          label={`${isExcluded ? 'Include again' : 'Exclude'}: ${title}`}
          className="size-7"
          onClick={() => onExclude(id, !isExcluded)}
        >
          {isExcluded ? <Eye {...ICON} /> : <EyeOff {...ICON} />}
        </IconButton>
      </div>
    </article>
  );
});
