import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { PastSessions as Answer } from '../../reviews/protocol.ts';
import { pastSessionsQuery } from './queries.ts';

const FIRST_SHOWN = 6;
const SHOWN_AT_A_TIME = 12;

type PastSession = Answer['sessions'][number];

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The sessions of a set, latest first, each with a link. */
export function PastSessionsList({ setId }: { readonly setId: string }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    pastSessionsQuery(setId),
  );
  const [shown, setShown] = useState(FIRST_SHOWN);
  if (!data && error) return <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />;
  const sessions = data?.pages.flatMap((page) => page.sessions);
  const showMore = () => {
    const more = shown + SHOWN_AT_A_TIME;
    setShown(more);
    if (hasNextPage && (sessions?.length ?? 0) < more) void fetchNextPage();
  };
  if (sessions?.length === 0) return <p className="text-sm text-ink-soft">No sessions yet.</p>;
  return (
    <>
      <ul className="min-h-10 text-sm">
        {sessions?.slice(0, shown).map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {(hasNextPage || (sessions?.length ?? 0) > shown) && (
        <Button look="quiet" className="mt-1 -ml-3" disabled={isFetchingNextPage} onClick={showMore}>
          Show earlier sessions
        </Button>
      )}
    </>
  );
}

function SessionLine({ session: { id, startedAt, recalled, total, status } }: { readonly session: PastSession }) {
  const isOver = status === 'complete';
  return (
    <li className="flex items-baseline gap-3 border-t border-line py-2 first:border-t-0">
      <Link to="/session/$sessionId" params={{ sessionId: id }} className="min-w-0 truncate hover:underline">
        {DAY.format(startedAt)}
        <span className="text-ink-faint">, {CLOCK.format(startedAt)}</span>
      </Link>
      <span className="ml-auto shrink-0 text-ink-faint tabular-nums">
        {isOver
          ? `${recalled} of ${total} recalled`
          : `${status === 'paused' ? 'paused' : 'open'}, ${recalled} of ${total}`}
      </span>
    </li>
  );
}
