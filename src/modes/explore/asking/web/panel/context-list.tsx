import { Link } from '@tanstack/react-router';
import { CircleSlash2, Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import { memo, type RefObject, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';

import { IconButton } from '#elements/web/button.tsx';
import { figure } from '#elements/web/text/figures.ts';
import { previewAfterTitle } from '#library/storage/web/source-words.ts';
import { SOURCE_PATH } from '#library/storage/web/use-open-source.ts';

import { useCiting } from '../../../citing/web/citing-context.ts';
import type { RetrievedSource, SourceChoice } from '../../../protocol.ts';
import { entryWords } from './context-words.ts';
import type { PanelRow, SourcePlace } from './panel-rows.ts';

interface ContextListProps extends SourceEntryActions {
  readonly rows: readonly PanelRow[];
  readonly choice: SourceChoice;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Lists up to this length are rendered completely. */
const FEW = 60;
const BUFFER_PX = 400;

/** The sources under their headings. Renders only the visible part of a long list. */
export function ContextList({ rows, choice, scroller, onPin, onExclude, onLeaveOut }: ContextListProps) {
  const [now] = useState(Date.now);
  const pinned = useMemo(() => new Set(choice.manualSourceIds), [choice.manualSourceIds]);
  const excluded = useMemo(() => new Set(choice.excludedSourceIds), [choice.excludedSourceIds]);
  const render = (row: PanelRow) => {
    if (row.kind === 'heading') return <Heading key={row.id} title={row.title} count={row.count} />;
    if (row.kind === 'gone') return <Gone key={row.id} title={row.title} />;
    return (
      <SourceEntry
        key={row.id}
        source={row.source}
        place={row.place}
        isNew={row.isNew}
        isPinned={pinned.has(row.id)}
        isExcluded={excluded.has(row.id)}
        now={now}
        onPin={onPin}
        onExclude={onExclude}
        {...(onLeaveOut && { onLeaveOut })}
      />
    );
  };
  if (rows.length <= FEW) return <>{rows.map(render)}</>;
  return (
    <Virtualizer data={rows} scrollRef={scroller} bufferSize={BUFFER_PX}>
      {render}
    </Virtualizer>
  );
}

function Heading({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <h3 className="flex items-baseline gap-2 pt-4 pb-1.5 text-xs font-semibold text-ink-soft">
      <span dir="auto" className="truncate">
        {title}
      </span>
      <span className="tabular-nums">{figure(count)}</span>
    </h3>
  );
}

function Gone({ title }: { readonly title: string }) {
  return (
    <p dir="auto" className="truncate border-t border-line py-1.5 text-left text-sm text-ink-faint">
      {title}
    </p>
  );
}

interface SourceEntryActions {
  readonly onPin: (sourceId: string, isPinned: boolean) => void;
  readonly onExclude: (sourceId: string, isExcluded: boolean) => void;
  /**
   * Asks the last question again without the source. Absent if the list does not show the context of the last answer.
   */
  readonly onLeaveOut?: (source: RetrievedSource) => void;
}

interface SourceEntryProps extends SourceEntryActions {
  readonly source: RetrievedSource;
  readonly place: SourcePlace;
  readonly isNew: boolean;
  /** Whether it is pinned now, regardless of the reply that is shown. */
  readonly isPinned: boolean;
  readonly isExcluded: boolean;
  readonly now: number;
}

const ICON = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** A source in context: its title, how it was found, its size, and its actions. */
const SourceEntry = memo(function SourceEntry(props: SourceEntryProps) {
  const { source, place, isNew, isPinned, isExcluded, now, onPin, onExclude, onLeaveOut } = props;
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
        <span
          title={similarity === undefined ? undefined : `Similarity ${similarity.toFixed(2)}`}
          className="text-sm text-ink-faint tabular-nums"
        >
          <span className="sr-only">Tokens: </span>
          {figure(tokens)}
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
        {onLeaveOut && place === 'in' && (
          <IconButton
            label={`What if this were not there? ${title}`}
            className="size-7"
            onClick={() => onLeaveOut(source)}
          >
            <CircleSlash2 {...ICON} />
          </IconButton>
        )}
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
