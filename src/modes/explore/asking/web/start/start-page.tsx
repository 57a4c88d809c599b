import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { figure } from '#elements/web/text/figures.ts';
import { overviewQuery } from '#library/sources/web/queries.ts';
import { useSamples } from '#library/sources/web/use-samples.ts';
import type { Bucket } from '#library/storage/protocol.ts';
import { BucketDot } from '#library/storage/web/bucket-dot.tsx';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import type { Voice } from '../../../protocol.ts';
import { useBeginExplore } from '../use-begin-explore.ts';
import { VoiceChooser } from '../voice/voice-chooser.tsx';

/** The start of an exploration: free, or from a bucket. Below it are the latest explorations. */
export function StartPage() {
  const read = useQuery(overviewQuery);
  const { data: library } = read;
  const [voice, setVoice] = useState<Voice>();
  const { begin, isBeginning } = useBeginExplore();
  const isEmpty = library?.counts.all === 0;
  const free = (
    <Button look="primary" isBusy={isBeginning} onClick={() => begin({ voice })}>
      Begin with everything
    </Button>
  );
  return (
    <Page width="reading">
      <PageHeading title="Explore" />
      <p className="mt-1.5 max-w-[62ch] text-ink-soft">
        Think over your own sources, and see exactly what the model sees for each answer.
      </p>
      <QueryState of={read} />
      {isEmpty && <NoSources onBegin={() => begin({ voice })} isBeginning={isBeginning} />}
      {library && !isEmpty && (
        <>
          <div className="mt-5 flex flex-wrap items-end gap-x-4 gap-y-3">
            {free}
            <div className="min-w-[min(100%,240px)] wide:ml-auto">
              <VoiceChooser voice={voice} onChoose={setVoice} />
            </div>
          </div>
          {library.buckets.length > 0 && (
            <section className="mt-8">
              <h2 className="text-sm font-semibold">Begin from a bucket</h2>
              <ul className="mt-2">
                {library.buckets.map((bucket) => (
                  <BucketLine key={bucket.id} bucket={bucket} onBegin={() => begin({ bucketId: bucket.id, voice })} />
                ))}
              </ul>
            </section>
          )}
          <p className="mt-3 text-sm text-ink-faint">
            To begin from single sources, check them in the{' '}
            <Link to="/library" className="underline underline-offset-2 hover:text-ink">
              library
            </Link>
            .
          </p>
        </>
      )}
      <RecentExplorations />
    </Page>
  );
}

function BucketLine({ bucket, onBegin }: { readonly bucket: Bucket; readonly onBegin: () => void }) {
  const { name, color, description, sources } = bucket;
  return (
    <li className="border-t border-line last:border-b">
      <button
        type="button"
        className="-mx-2 flex min-h-[46px] w-[calc(100%+1rem)] items-center gap-3 rounded-small px-2 py-2 text-left hover:bg-sunken"
        onClick={onBegin}
      >
        <BucketDot color={color} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate font-[550]">
            <span className="sr-only">Explore </span>
            {name}
          </span>
          {description !== '' && (
            <span dir="auto" className="block truncate text-sm text-ink-faint">
              {description}
            </span>
          )}
        </span>
        <span className="text-sm text-ink-faint tabular-nums">
          {figure(sources)}
          <span className="sr-only">{sources === 1 ? ' source' : ' sources'}</span>
        </span>
      </button>
    </li>
  );
}

function NoSources({ onBegin, isBeginning }: { readonly onBegin: () => void; readonly isBeginning: boolean }) {
  const { add, isPending } = useSamples();
  return (
    <EmptyState
      action={
        <>
          <Button look="primary" isBusy={isPending} onClick={add}>
            Try it with the sample sources
          </Button>
          <Button isBusy={isBeginning} onClick={onBegin}>
            Begin without sources
          </Button>
        </>
      }
    >
      Your library is empty. Add notes, links or files to it, then explore what they say together.
    </EmptyState>
  );
}

const MAX_RECENT = 12;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The latest explore sessions with their last lines. Renders nothing before the first one. */
function RecentExplorations() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const explorations = sessions.filter(({ mode }) => mode === 'explore').slice(0, MAX_RECENT);
  if (explorations.length === 0) return null;
  return (
    <section className="mt-8">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-sm font-semibold">Recent explorations</h2>
        <Link to="/drafts" className="text-sm text-ink-faint underline underline-offset-2 hover:text-ink">
          All drafts
        </Link>
      </div>
      <ul className="mt-2">
        {explorations.map(({ session, title, lastLine, updatedAt }) => (
          <li key={session} className="relative border-t border-line py-2.5 last:border-b">
            <div className="flex items-baseline gap-3">
              <Link
                to={sessionPath(session)}
                dir="auto"
                className="min-w-0 flex-1 truncate text-left font-[550] after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
              <time
                dateTime={new Date(updatedAt).toISOString()}
                className="text-xs whitespace-nowrap text-ink-faint tabular-nums"
              >
                {DAY.format(updatedAt)}
              </time>
            </div>
            {lastLine !== '' && (
              <p dir="auto" className="truncate text-left text-sm text-ink-soft">
                {lastLine}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
