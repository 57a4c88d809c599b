import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { DropPlace } from '#elements/web/drop-place.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { count, figure } from '#elements/web/text/figures.ts';
import { messageOf } from '#http-client/web/api.ts';

import { type CaptureStart, openCapture, openFolderImport } from '../capture/web/capture-opening.ts';
import { useFolderRun } from '../capture/web/folder/folder-run.ts';
import { SourceReader } from '../reader/web/source-reader.tsx';
import type { LibraryOverview } from '../sources/protocol.ts';
import { FilterColumn } from '../sources/web/filters/filter-column.tsx';
import { filterName } from '../sources/web/filters/filter-names.ts';
import { useLibraryPlace } from '../sources/web/place/use-library-place.ts';
import { overviewQuery } from '../sources/web/queries.ts';
import type { SourceFilter } from '../storage/protocol.ts';
import { HighlightsColumn } from './highlights-column.tsx';
import { ListColumn } from './list-column.tsx';

const DROPPED = ['Files', 'text/uri-list'];

/** The library: filters, list and reader side by side if there is room, otherwise one column at a time. */
export function LibraryPage({ sourceId }: { readonly sourceId?: string }) {
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  const { place, go } = useLibraryPlace();
  const classes = columnClasses({ showsFilters: place.showsFilters, hasSource: sourceId !== undefined });
  const name = place.showsHighlights ? 'Highlights' : filterName(place.filter, overview);
  const reader = useVisibleFocus(sourceId);
  const close = () => go({ showsFilters: false }, { closes: true });
  usePageKeys(KEYS);
  usePageKeys(FURTHER_KEYS);
  return (
    <DropPlace
      words="Drop here to add it to the library"
      takes={DROPPED}
      onDrop={(dropped) =>
        openCapture({
          ...bucketOf(place.filter),
          ...(dropped.files.length > 0 ? { files: [...dropped.files] } : { text: dropped.getData('text/uri-list') }),
        })
      }
    >
      <LibraryHeader overview={overview} filter={place.filter} className={classes.header} />
      <div className={classes.grid}>
        <div className={classes.filters}>
          <BackBar label={name} className="@min-[620px]:hidden" onBack={() => go({ showsFilters: false })} />
          {overview && <FilterColumn overview={overview} current={place} />}
          {error && !overview && (
            <div className="px-4">
              <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
            </div>
          )}
        </div>
        {place.showsHighlights ? (
          <HighlightsColumn sourceId={sourceId} className={classes.list} />
        ) : (
          <ListColumn
            key={JSON.stringify(place.filter)}
            sourceId={sourceId}
            overview={overview}
            className={classes.list}
          />
        )}
        <section ref={reader} tabIndex={-1} aria-label="Reader" className={classes.reader}>
          {sourceId === undefined ? (
            overview && overview.counts.all > 0 && <NothingOpen />
          ) : (
            <>
              <BackBar label={place.words === '' ? name : 'Found'} className="@min-[960px]:hidden" onBack={close} />
              <SourceReader sourceId={sourceId} onGone={close} />
            </>
          )}
        </section>
      </div>
    </DropPlace>
  );
}

interface BackBarProps {
  /** Name of the place that it leads to. */
  readonly label: string;
  readonly className: string;
  readonly onBack: () => void;
}

/** A link back to the list, for layouts with one column. */
function BackBar({ label, className, onBack }: BackBarProps) {
  return (
    <div className={`flex-none border-b border-line px-2 py-1.5 ${className}`}>
      <Button look="quiet" className="max-w-full" aria-label={`Back to ${label}`} onClick={onBack}>
        <Icon of={ChevronLeft} />
        <span dir="auto" className="truncate">
          {label}
        </span>
      </Button>
    </div>
  );
}

const KEYS: readonly PageKey[] = [
  { keys: '/', does: 'search' },
  { keys: 'j k', does: 'down, up' },
  { keys: 'Enter', does: 'open' },
  { keys: 'x', does: 'select' },
];
/** Keys of the list and of the reader that are not displayed next to them. */
const FURTHER_KEYS: readonly PageKey[] = [
  { keys: 'Shift-j Shift-k', does: 'select on the way' },
  { keys: 'Ctrl/Cmd-A', does: 'select all' },
  { keys: 'Home End', does: 'to the first, to the last' },
  { keys: 'Delete', does: 'delete' },
  { keys: 'Arrows after Alt-S', does: 'next and previous sentence; with Shift longer and shorter' },
  { keys: 'Enter Shift-Enter', does: 'next, previous find, in the field of Alt-F' },
];

/** Shown before a source is open: what to do, and the keys of the list. */
function NothingOpen() {
  return (
    <div className="px-8 py-6 text-ink-faint">
      <p>Choose a source to read it here.</p>
      <dl className="mt-4 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-sm">
        {KEYS.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
        <dt>?</dt>
        <dd>all keys</dd>
      </dl>
    </div>
  );
}

/**
 * From 960 px all three columns are visible; from 620 px the filters, and beside them the list or the reader; on a
 * narrow page one of the three.
 */
function columnClasses({ showsFilters, hasSource }: { readonly showsFilters: boolean; readonly hasSource: boolean }) {
  const column = showsFilters ? 'filters' : hasSource ? 'reader' : 'list';
  return {
    header: column === 'reader' ? '@max-[619px]:hidden' : '',
    grid: 'grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)] @min-[620px]:grid-cols-[196px_minmax(0,1fr)] @min-[960px]:grid-cols-[196px_minmax(0,1fr)_minmax(0,1.15fr)]',
    filters: `${column === 'filters' ? 'flex' : 'hidden'} min-h-0 flex-col overflow-y-auto border-line @min-[620px]:flex @min-[620px]:border-r`,
    list: `${column === 'list' ? 'flex' : 'hidden'} ${hasSource ? '@min-[620px]:hidden' : '@min-[620px]:flex'} min-h-0 min-w-0 flex-col @min-[960px]:flex`,
    reader: `${column === 'reader' ? 'flex' : 'hidden'} ${hasSource ? '@min-[620px]:flex' : '@min-[620px]:hidden'} min-h-0 min-w-0 flex-col border-line outline-none @min-[960px]:flex @min-[960px]:border-l`,
  };
}

/** Moves the focus into the column of the returned ref when a source opens and hides the focused column. */
function useVisibleFocus(sourceId: string | undefined): RefObject<HTMLElement | null> {
  const column = useRef<HTMLElement>(null);
  const before = useRef(sourceId);
  useEffect(() => {
    if (before.current === sourceId) return;
    before.current = sourceId;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || !isShown(activeElement);
    if (isLost) column.current?.focus({ preventScroll: true });
  }, [sourceId]);
  return column;
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

interface LibraryHeaderProps {
  readonly overview: LibraryOverview | undefined;
  readonly filter: SourceFilter;
  readonly className: string;
}

/** The heading, the number of sources, and the buttons that add more. */
function LibraryHeader({ overview, filter, className }: LibraryHeaderProps) {
  const run = useFolderRun();
  return (
    <header
      className={`flex h-14 flex-none items-center gap-3 border-b border-line px-4 wide:px-6 short:h-10 ${className}`}
    >
      <PageHeading title="Library" className="text-[1rem] leading-tight font-semibold" />
      <span className="min-w-0 truncate text-sm text-ink-faint tabular-nums @max-[459px]:hidden">
        {overview && countLine(overview)}
      </span>
      <span className="ml-auto" />
      <Button look="quiet" className="@max-[459px]:hidden" onClick={openFolderImport}>
        {run?.isRunning ? `Importing, ${figure(run.results.length)} of ${figure(run.total)}` : 'Import a folder'}
      </Button>
      <Button
        look="primary"
        aria-keyshortcuts="Control+Shift+K Meta+Shift+K"
        title="Ctrl/Cmd-Shift-K"
        onClick={() => openCapture(bucketOf(filter))}
      >
        Add a source
      </Button>
    </header>
  );
}

/** `214 sources, 3 being read`. */
function countLine({ counts, reading }: LibraryOverview): string {
  if (counts.all === 0) return '';
  return [count(counts.all, 'source'), ...(reading > 0 ? [`${figure(reading)} being read`] : [])].join(', ');
}

/** A source that is added while a bucket is shown is added to that bucket. */
function bucketOf({ bucket }: SourceFilter): CaptureStart {
  return bucket === undefined || bucket === 'inbox' ? {} : { bucketId: bucket };
}
