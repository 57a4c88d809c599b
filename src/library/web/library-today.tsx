import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import type { TodayPart } from '#session/web/contribution/today-part.ts';

import { openCapture } from '../capture/web/capture-opening.ts';
import type { LibraryOverview } from '../sources/protocol.ts';
import { Samples } from '../sources/web/filters/samples.tsx';
import { overviewQuery, readOverview } from '../sources/web/queries.ts';
import { useSamples } from '../sources/web/use-samples.ts';

/** The library on Today: ways to begin with it, as long as it contains at most samples. */
export const libraryToday: TodayPart<LibraryOverview> = {
  query: { queryKey: overviewQuery.queryKey, queryFn: readOverview },
  ready: () => ({ count: 0, words: '' }),
  view({ counts, hasSamples }) {
    const isUntouched = (counts.all === 0 && counts.archived === 0) || hasSamples;
    if (!isUntouched) return { hasPrimary: false, cards: [] };
    const content = <FirstSources hasSamples={hasSamples} />;
    return {
      firstStart: {
        sentence: 'Keep what you read and what you think, and find it again.',
        cards: [{ title: 'Keep what you read', content }],
      },
      hasPrimary: false,
      cards: [],
    };
  },
};

export function AddASource() {
  return <Button onClick={() => openCapture()}>Add a source</Button>;
}

/** Ways to begin with the library, before the first session. */
function FirstSources({ hasSamples }: { readonly hasSamples: boolean }) {
  const navigate = useNavigate();
  const look = () => void navigate({ to: '/library' });
  const { add, isPending } = useSamples(look);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-2">
        <div className="min-w-[min(100%,200px)] flex-1">
          <div>Notes, links, articles and files</div>
          <div className="text-sm text-ink-faint">found again by their words or by what they mean</div>
        </div>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button look="quiet" className="max-wide:-ml-3" isBusy={isPending} onClick={hasSamples ? look : add}>
            {hasSamples ? 'Look at the samples' : 'Try it with samples'}
          </Button>
          <AddASource />
        </span>
      </div>
      {hasSamples && <Samples />}
    </>
  );
}
