import { Link } from '@tanstack/react-router';
import { memo, type MouseEvent } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';

import { MarkedText } from '../../../search/web/marked-text.tsx';
import { foundByWords } from '../../../search/web/search-words.ts';
import { leftOutWords } from '../../../storage/domain/left-out.ts';
import type { SourceSummary } from '../../../storage/protocol.ts';
import { ProgressBar } from '../../../storage/web/progress-bar.tsx';
import { previewAfterTitle, sourceLine } from '../../../storage/web/source-words.ts';
import { SOURCE_PATH } from '../../../storage/web/use-open-source.ts';
import type { ListedSource } from './use-listed.ts';

interface SourceRowProps {
  readonly row: ListedSource;
  /** Name of its bucket; null in the inbox. */
  readonly bucket: string | null;
  readonly now: number;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** Some source is selected, so every checkbox is shown. */
  readonly isSelecting: boolean;
  /** Tab focuses this row. */
  readonly isCursor: boolean;
  readonly onSelect: (sourceId: string, isRange: boolean) => void;
  readonly onReading: (sourceId: string, what: 'cancel' | 'read-again') => void;
}

/** A source: its title, which arm found it, its preview, and its kind. The whole row opens it. */
export const SourceRow = memo(function SourceRow(props: SourceRowProps) {
  const { row, bucket, now, isOpen, isSelected, isSelecting, isCursor, onSelect, onReading } = props;
  const { source, hit } = row;
  const { id, title, state } = source;
  const words = hit ? <MarkedText snippet={hit.snippet} /> : previewAfterTitle(source);
  // By default a click with Shift opens a window.
  const select = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    onSelect(id, true);
  };
  return (
    <article
      data-source={id}
      className={`group relative flex gap-1 border-t border-line py-3 pr-2.5 ${isSelected ? 'bg-accent-soft [&_.text-ink-faint]:text-ink-soft' : isOpen ? 'bg-raised' : 'hover:bg-sunken'}`}
    >
      <label className="relative z-[1] -my-1 flex size-7 shrink-0 cursor-pointer items-center justify-center self-start">
        <input
          type="checkbox"
          data-nothing-to-undo
          // Touch screens have no hover.
          className={
            isSelecting
              ? ''
              : 'pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus:opacity-100'
          }
          aria-label={`Select ${title}`}
          tabIndex={isCursor ? 0 : -1}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2.5">
          <Link
            to={SOURCE_PATH}
            params={{ sourceId: id }}
            search
            {...(hit && { hash: `p${hit.passage.number}` })}
            data-row={id}
            id={`row-${id}`}
            tabIndex={isCursor ? 0 : -1}
            aria-current={isOpen ? 'true' : undefined}
            dir="auto"
            onClick={select}
            className="min-w-0 flex-1 truncate text-left font-[550] after:absolute after:inset-0"
          >
            {title}
          </Link>
          {row.cited !== undefined && (
            <span className="shrink-0 text-xs text-ink-faint tabular-nums">{citedWords(row.cited)}</span>
          )}
          {hit && <span className="shrink-0 text-xs text-ink-faint tabular-nums">{foundByWords(hit)}</span>}
        </div>
        {state === 'read' && words !== '' && (
          <p dir="auto" className="mt-0.5 line-clamp-2 text-left text-sm text-ink-soft [overflow-wrap:anywhere]">
            {words}
          </p>
        )}
        <RowState
          source={source}
          titleId={`row-${id}`}
          onCancel={() => onReading(id, 'cancel')}
          onReadAgain={() => onReading(id, 'read-again')}
        />
        {state === 'read' && source.leftOut.length > 0 && (
          <p className="mt-1 text-xs text-ink-faint">{leftOutWords(source.leftOut)}</p>
        )}
        <p className="mt-1 truncate text-xs text-ink-faint">{sourceLine(source, bucket, now)}</p>
      </div>
    </article>
  );
});

function citedWords(cited: number): string {
  return cited === 0 ? 'not cited' : `cited ${count(cited, 'time')}`;
}

interface RowStateProps {
  readonly source: SourceSummary;
  /** Id of the element with the title. */
  readonly titleId: string;
  readonly onCancel: () => void;
  readonly onReadAgain: () => void;
}

/**
 * The progress of reading or indexing a source, or the reason why it could not be read; renders nothing for a finished
 * one.
 */
function RowState({ source, titleId, onCancel, onReadAgain }: RowStateProps) {
  const { state, progress, problem, title } = source;
  if (state === 'read')
    return (
      progress && (
        <div className="mt-1">
          <ProgressBar label={`Indexing ${title}`} done={progress.done} />
          <p className="mt-1 text-xs text-ink-faint">{progress.words}</p>
        </div>
      )
    );
  if (state === 'waiting')
    return (
      <div className="mt-1 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <ProgressBar label={`Reading ${title}`} done={progress?.done ?? null} />
          <p className="mt-1 text-xs text-ink-faint tabular-nums">
            {progress ? `reading, ${progress.words}` : 'waiting to be read'}
          </p>
        </div>
        <Button look="quiet" className="relative -mr-2.5" aria-describedby={titleId} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1 text-sm text-ink-soft">
        {state === 'stopped' && 'Reading was cancelled.'}
        {state === 'failed' && <span className="text-bad">{problem?.message ?? 'This could not be read.'}</span>}
        {state === 'failed' && problem && ` ${problem.remedy}`}
      </p>
      <Button look="quiet" className="relative -mr-2.5" aria-describedby={titleId} onClick={onReadAgain}>
        Read again
      </Button>
    </div>
  );
}
