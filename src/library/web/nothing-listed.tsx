import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { openFolderImport } from '../capture/web/capture-opening.ts';
import type { LibraryOverview } from '../sources/protocol.ts';
import { nothingWords } from '../sources/web/filters/filter-names.ts';
import type { Listed } from '../sources/web/list/use-listed.ts';
import { useSamples } from '../sources/web/use-samples.ts';
import type { SourceFilter } from '../storage/protocol.ts';

interface NothingListedProps {
  readonly listed: Listed;
  readonly filter: SourceFilter;
  readonly words: string;
  readonly overview: LibraryOverview | undefined;
  readonly onSearchAll: () => void;
}

export function NothingListed({ listed, filter, words, overview, onSearchAll }: NothingListedProps) {
  const { rows, error, isCurrent, retry } = listed;
  if (error) return <ProblemNotice message={messageOf(error)} onRetry={retry} />;
  if (!rows || !overview) return <QuietLoading />;
  const isFiltered = Object.keys(filter).length > 0;
  if (words !== '')
    return isCurrent ? (
      <EmptyState action={isFiltered && <Button onClick={onSearchAll}>Search everything</Button>}>
        Nothing has these words or means something close. Try fewer words, or other ones.
      </EmptyState>
    ) : null;
  if (isFiltered) return <EmptyState>{nothingWords(filter)}</EmptyState>;
  if (overview.counts.archived > 0) return <EmptyState>Everything is archived.</EmptyState>;
  return <FirstSources />;
}

/** Shown while the library is empty. */
function FirstSources() {
  const { add, isPending } = useSamples();
  return (
    <EmptyState
      action={
        <>
          <Button isBusy={isPending} onClick={add}>
            Try it with samples
          </Button>
          <Button look="quiet" onClick={openFolderImport}>
            Import a folder
          </Button>
        </>
      }
    >
      Keep what you read and what you think: notes, links, articles, files. Warren finds it again by its words and by
      what it means. Add the first source, or look at a few samples.
    </EmptyState>
  );
}
