import { Button } from '#elements/web/button.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { count, figure } from '#elements/web/text/figures.ts';

import { type CaptureStart, openCapture, openFolderImport } from '../capture/web/capture-opening.ts';
import { useFolderRun } from '../capture/web/folder/folder-run.ts';
import type { LibraryOverview } from '../sources/protocol.ts';
import type { SourceFilter } from '../storage/protocol.ts';

interface LibraryHeaderProps {
  readonly overview: LibraryOverview | undefined;
  readonly filter: SourceFilter;
  readonly className: string;
}

/** The heading, how much there is, and how more comes in. */
export function LibraryHeader({ overview, filter, className }: LibraryHeaderProps) {
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

/** A source that is added while a bucket is shown goes into it. */
export function bucketOf({ bucket }: SourceFilter): CaptureStart {
  return bucket === undefined || bucket === 'inbox' ? {} : { bucketId: bucket };
}
